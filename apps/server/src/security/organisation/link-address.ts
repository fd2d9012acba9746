import type { Config } from '../../config.ts'
import type { OrganisationTable } from '../../db/schema.ts'
import { isThisMachine } from '../../this-machine.ts'
import { organisationDetails } from './organisation-details.ts'

/**
 * Returns the origin of an organisation's pages: its own host at the scheme and port of the server's address. If none is configured, a host of this
 * machine has the server's port, and any other one is taken to have https in front of it.
 */
export const originOf = (
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
  details: OrganisationTable['details'],
): string => {
  const [host] = organisationDetails.parse(JSON.parse(details)).hosts
  if (host === undefined) return publicUrl ?? `http://localhost:${port}`
  if (publicUrl !== undefined) return onHost(publicUrl, host)
  return isThisMachine(host) ? `http://${host}:${port}` : `https://${host}`
}

/** Returns the origin of an address on another host. */
const onHost = (address: string, host: string): string => {
  const url = new URL(address)
  url.hostname = host
  return url.origin
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
