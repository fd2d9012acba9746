import type { Ground } from '../http/service.ts'
import { organisationDetails } from '../organisation/organisation-file.ts'
import { organisationOfAddress } from './organisation-of-address.ts'
import { selectOrganisations } from './queries.ts'

const httpOriginOf = (address: string | undefined) => {
  const url = address === undefined ? null : URL.parse(address)
  // A semicolon is allowed in a host's name, and would begin another directive of the policy.
  return url && /^https?:\/\/[\w.:[\]-]+$/.test(url.origin) ? [url.origin] : []
}

/**
 * Which other sites a page may show in a frame: the admin site of the organisation whose address it is, where its administrators are
 * sent to one (spec 1 §6). An address that is nobody's, as that of a signed-in area, may be any organisation's.
 */
export const framesOf = async (
  { database, config }: Pick<Ground, 'database' | 'config'>,
  address: string,
): Promise<string[]> => {
  const organisations = (await selectOrganisations(database)).map((row) => ({
    urlToken: row.url_token,
    ...organisationDetails.parse(JSON.parse(row.details)),
  }))
  const found = organisationOfAddress(address, organisations)
  const sites = (found ? [found] : organisations).filter((one) => one.legacySingleSignon)
  return [...new Set(sites.flatMap((one) => httpOriginOf(one.adminUrl ?? config.adminUrl)))]
}
