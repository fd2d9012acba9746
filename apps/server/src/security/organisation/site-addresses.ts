import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { OrganisationTable } from '../../db/schema.ts'
import type { SecurityContext } from '../security-context.ts'
import { organisationDetails } from './organisation-details.ts'
import { selectOrganisation } from './queries.ts'

/** Where an organisation's learners find the player. */
export interface Site {
  /** Of its pages, without a slash at the end. */
  readonly origin: string
  /** The same of all addresses that a page or a call may be asked for at; the one above is among them. */
  readonly origins: readonly string[]
  /** Where its pages call the server, in the same way. */
  readonly api: string
  /** Where its people sign in. */
  readonly loginUrl: string
}

/**
 * What is configured of an organisation's addresses: its hosts, over https if nothing else is said, and this server's own, which is
 * the last one.
 */
export const configuredOrigins = (
  { publicUrl: given }: Pick<Config, 'publicUrl'>,
  { details }: Pick<OrganisationTable, 'details'>,
): string[] => {
  const { hosts } = organisationDetails.parse(JSON.parse(details))
  // As browsers write it: small letters, and no port that is the scheme's own.
  const publicUrl = given && new URL(given).href.replace(/\/+$/, '')
  const scheme = publicUrl?.startsWith('http:') ? 'http' : 'https'
  return [...hosts.map((host) => `${scheme}://${host}`), ...(publicUrl === undefined ? [] : [publicUrl])]
}

/**
 * An organisation's addresses: those that are configured, where any is, because a request says what who sends it likes; otherwise the one
 * that was asked for. Undefined if there is no such organisation.
 */
export const siteOf = async (
  { database, config }: Pick<SecurityContext, 'database' | 'config'>,
  orgId: number,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
): Promise<Site | undefined> => {
  const organisation = await selectOrganisation(database, orgId)
  if (!organisation) return undefined
  const origins = config.publicUrl === undefined ? [originOfRequest(request)] : configuredOrigins(config, organisation)
  const [origin = ''] = origins
  return {
    origin,
    origins,
    api: origins.at(-1) ?? '',
    loginUrl: `${origin}/login?${encodeURIComponent(organisation.url_token)}`,
  }
}

export const originOfRequest = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
  `${protocol}://${host}`
