import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { askedHost } from '../http/asked-host.ts'
import { selectOrganisations } from '../security/organisation/queries.ts'
import { configuredOrigins } from '../security/organisation/site-addresses.ts'
import type { ServerLog } from '../server-log.ts'

/** What the check of origins stands on. */
export interface OriginsContext {
  readonly config: Pick<Config, 'publicUrl' | 'isProxy'>
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<ServerLog, 'warn'>
}

/** Whether the page that begins a live connection is one of this server's. */
export interface OwnOrigins {
  isOwn(request: IncomingMessage): Promise<boolean>
}

/** Milliseconds for which the organisations' hosts are taken to be what they were: a school that comes back asks a thousand times at once. */
const knownForMs = 10_000

/** Foreign origins that are told in the log, each once. */
const mostReported = 100

/**
 * Judges the `Origin` of a live connection's handshake (decision 101): where addresses are configured it has to be one of them, else the
 * name that was asked for. A browser sends it always, and no page can change it, so that what sends none is no browser: it is let in as
 * far as the token that it shows goes. Schemes are compared where they are configured alone: a proxy that isn't trusted tells none.
 */
export const createOwnOrigins = ({ config, database, clock, log }: OriginsContext): OwnOrigins => {
  const publicOrigin = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).origin
  const reported = new Set<string>()
  let known: { readonly untilMs: number; readonly origins: Promise<ReadonlySet<string>> } | undefined

  const readOrigins = async (): Promise<ReadonlySet<string>> => {
    const organisations = await selectOrganisations(database)
    const all = organisations.flatMap((one) => configuredOrigins(config, one))
    return new Set(all.flatMap((address) => URL.parse(address)?.origin ?? []))
  }
  const configured = (): Promise<ReadonlySet<string>> => {
    if (known && known.untilMs > clock.nowMs()) return known.origins
    const origins = readOrigins()
    known = { untilMs: clock.nowMs() + knownForMs, origins }
    // Asked again by the next one.
    origins.catch(() => {
      known = undefined
    })
    return origins
  }
  const tell = (origin: string) => {
    if (reported.has(origin) || reported.size >= mostReported) return
    reported.add(origin)
    log.warn(
      { event: 'live-origin-refused', origin },
      'a page of another site was refused a live connection (SITWELL_PUBLIC_URL)',
    )
  }
  const judge = async (request: IncomingMessage, origin: string): Promise<boolean> => {
    const page = URL.parse(origin)
    if (!page || page.origin === 'null') return false
    if (publicOrigin !== undefined) return page.origin === publicOrigin || (await configured()).has(page.origin)
    return URL.parse(`${page.protocol}//${askedHost(request, config.isProxy)}`)?.host === page.host
  }
  return {
    isOwn: async (request) => {
      const { origin } = request.headers
      if (origin === undefined) return true
      const isOwn = await judge(request, origin)
      if (!isOwn) tell(origin.slice(0, 200))
      return isOwn
    },
  }
}
