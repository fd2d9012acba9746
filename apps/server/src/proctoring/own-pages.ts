import type { Config } from '../config.ts'
import type { OrganisationTable } from '../db/schema.ts'
import { configuredOrigins } from '../security/organisation/site-addresses.ts'
import { isThisMachine } from '../this-machine.ts'

/**
 * The origin that a browser says its page has, where it is one of the organisation's by the configuration; undefined else. What a
 * provider is sent leads there with a ticket, so it must not lead anywhere that its learner, or somebody else, has chosen: a request is
 * not believed here, even if nothing is configured.
 */
export const ownOrigin = (
  config: Pick<Config, 'publicUrl'>,
  organisation: Pick<OrganisationTable, 'details'>,
  message: string,
): string | undefined => {
  const url = URL.parse(message)
  if (url?.origin !== message.replace(/\/$/, '') || !/^https?:$/.test(url.protocol)) return undefined
  const isOwn = configuredOrigins(config, organisation).some((one) => URL.parse(one)?.origin === url.origin)
  return isOwn || (config.publicUrl === undefined && isThisMachine(url.hostname)) ? url.origin : undefined
}
