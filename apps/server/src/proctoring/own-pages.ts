import type { Config } from '../config.ts'
import type { OrganisationTable } from '../db/schema.ts'
import { organisationDetails } from '../organisation/organisation-file.ts'

const isThisMachine = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * The origin that a browser says its page has, where it is one of the organisation's by the configuration; undefined else. What a
 * provider is sent leads there with a ticket, so it must not lead anywhere that its learner, or somebody else, has chosen.
 */
export const ownOrigin = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { details }: Pick<OrganisationTable, 'details'>,
  said: string,
): string | undefined => {
  const url = URL.parse(said)
  if (url?.origin !== said.replace(/\/$/, '') || !/^https?:$/.test(url.protocol)) return undefined
  const isHost = organisationDetails.parse(JSON.parse(details)).hosts.some((host) => host.toLowerCase() === url.hostname)
  const isPublic = publicUrl !== undefined && URL.parse(publicUrl)?.origin === url.origin
  return isHost || isPublic || (publicUrl === undefined && isThisMachine(url.hostname)) ? url.origin : undefined
}
