import type { FastifyRequest } from 'fastify'
import type { Ground } from '../http/service.ts'
import { organisationDetails } from '../organisation/organisation-file.ts'
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
 * An organisation's addresses: those that are configured, where any is, because a request says what who sends it likes; else the one
 * that was asked for. Undefined where there is no such organisation.
 */
export const siteOf = async (
  { database, config }: Pick<Ground, 'database' | 'config'>,
  orgId: number,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
): Promise<Site | undefined> => {
  const organisation = await selectOrganisation(database, orgId)
  if (!organisation) return undefined
  const { hosts } = organisationDetails.parse(JSON.parse(organisation.details))
  // As browsers write it: small letters, and no port that is the scheme's own.
  const publicUrl = config.publicUrl && new URL(config.publicUrl).href.replace(/\/+$/, '')
  const scheme = publicUrl?.startsWith('http:') ? 'http' : 'https'
  const origins =
    publicUrl === undefined ? [originOfRequest(request)] : [...hosts.map((host) => `${scheme}://${host}`), publicUrl]
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
