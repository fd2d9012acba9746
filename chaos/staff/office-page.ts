import type { Api } from '@sitwell/client/api'
import { createApi } from '@sitwell/client/create-api'
import { createTokenStore } from '@sitwell/client/token-store'
import { officeSessionHeader, officeSignIn } from '@sitwell/contract'
import type { World } from '../../e2e/arrange.ts'
import { valueFrom } from '../../e2e/session-of.ts'
import type { SimulatedNetwork } from '../fast/simulated-network.ts'
import type { Realm } from '../fast/simulated-time.ts'

/** What a browser keeps of a session in the office, from page to page. */
export interface OfficeJar {
  cookie: string
  sessionId: string
}

const client = { client_id: 'sitwell-office', client_secret: '' }

/** A server that waits for something to change would wait for simulated time, which stands while it is asked: it answers at once. */
const withoutWaiting = (url: string): string => url.replace(/&waitMs=\d+/, '')

/** Adds to each request what a browser adds to those of the office's pages, and keeps the cookie that comes back. */
const withCookie =
  (jar: OfficeJar, send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('sec-fetch-site', 'same-origin')
    headers.set('sec-fetch-mode', 'cors')
    if (jar.cookie !== '') headers.set('cookie', jar.cookie)
    if (jar.sessionId !== '') headers.set(officeSessionHeader, jar.sessionId)
    const answer = await send(withoutWaiting(String(input)), { ...init, headers })
    const set = answer.headers.get('set-cookie')
    if (set) jar.cookie = set.split(';')[0] ?? ''
    return answer
  }

/** The calls of a page of the office, as its own client makes them. */
export const officePage = (origin: string, jar: OfficeJar, send: typeof fetch): Api =>
  createApi({
    endpoints: { site: origin, api: origin, authentication: `${origin}/security` },
    fetch: withCookie(jar, send),
    tokens: createTokenStore(undefined, () => undefined),
    credentials: client,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => 0,
    onSignedOut: () => undefined,
    onDoubleLogin: () => undefined,
  })

/** Signs somebody in to the office, over a network that nothing is wrong with. */
export const signInToOffice = async ({ origin, orgId, people }: World, username: string): Promise<OfficeJar> => {
  const who = people.find((one) => one.username === username)
  if (!who) throw new Error(`There is no ${username}.`)
  const jar: OfficeJar = { cookie: '', sessionId: '' }
  const body = { orgId, username, password: who.password }
  const { sessionId } = valueFrom(await officePage(origin, jar, fetch).call(officeSignIn, { body }))
  jar.sessionId = sessionId
  return jar
}

/** A page that lives until its realm ends. */
export const realmOf = (network: SimulatedNetwork, indexedDB: unknown, clockOffMs: () => number): Realm => {
  const realm: Realm = {
    isAlive: true,
    clockOffMs,
    fetch: network.fetchFor(() => realm),
    // Boundary: the simulated store has all that pages use of it.
    indexedDB: indexedDB as IDBFactory,
  }
  return realm
}
