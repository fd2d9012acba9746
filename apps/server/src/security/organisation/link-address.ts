import type { Config } from '../../config.ts'
import type { OrganisationTable } from '../../db/schema.ts'
import { organisationDetails } from './organisation-details.ts'

/** Where the organisation's own address is, or the server's; the port of this machine where nothing is configured. */
const originOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>, details: OrganisationTable['details']): string => {
  const [host] = organisationDetails.parse(JSON.parse(details)).hosts
  if (host !== undefined) return `${publicUrl?.startsWith('http:') ? 'http' : 'https'}://${host}`
  return publicUrl ?? `http://localhost:${port}`
}

/**
 * The address of a page of the organisation, for a mail: `https://exams.example/reset/{token}?{urlToken}`. It is made from what is
 * configured and never from a request, whose host header an attacker writes.
 */
export const linkAddress = (
  config: Pick<Config, 'publicUrl' | 'port'>,
  organisation: Pick<OrganisationTable, 'details' | 'url_token'>,
  page: 'reset' | 'user' | 'login',
  token: string,
): string =>
  `${originOf(config, organisation.details)}/${page}/${encodeURIComponent(token)}?${encodeURIComponent(organisation.url_token)}`
