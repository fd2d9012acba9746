import type { OutgoingHttpHeaders } from 'node:http'
import { complete, encodedBodyType, generationHeader, token } from '@sitwell/contract'
import type { Chance } from './chance.ts'
import type { NetworkFault } from './fault-kinds.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}
export interface Answered {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
  /** The connection is gone behind these bytes, of which more were to come. */
  readonly isBrokenOff?: boolean
}

/** The way of requests from browsers to a server, and of its replies, with all that can go wrong on it. */
export interface Way {
  /** What comes back of a call; undefined if the connection is gone without a word. `isOfPage`: of the player's page, by whose tokens sessions end. */
  carry(asked: Asked, how?: { readonly isOfPage: boolean }): Promise<Answered | undefined>
  /** Whether anything of another request gets through. */
  passes(): Promise<boolean>
  /** Lets it strike until it is called off; a firewall refuses what has this word in it. */
  strike(fault: NetworkFault, word?: string): () => void
  active(): readonly NetworkFault[]
  /** Whether anything is wrong with it. */
  isStruck(): boolean
  /** The server refuses the tokens that were used up to now, as when their time is over. */
  expireTokens(): void
  /** The token that was used last. */
  lastToken(): string | undefined
  /** Delivers what was held back. */
  deliverHeld(): Promise<void>
  /** Does this at the first completion that comes from now on: before the server has it, or between its commit and its reply. */
  atCompletion(when: 'before' | 'behind', work: () => Promise<void>): void
  /** When a reply named another generation of the database than those before, last of all; in milliseconds of the harness's clock. */
  generationSinceMs(): number | undefined
}

interface WayParts {
  readonly chance: Chance
  /** Brings a request to the server; rejects where that is down. */
  forward(asked: Asked): Promise<Answered>
}

const stored =
  /\/(office\/api\/(marking\/give|live\/act)$|xapi\/(statements|activities\/state)|scorm\/save\/|saveanswer|savetime|attempt$|partkey$|activitylog\/|Files\/(upload$|announce$|resumable\/))/
const completePath = `/${complete.path}`
/** Asks for new tokens, in a form or in JSON. */
const isRefresh = ({ path, body }: Asked) => path.endsWith(`/${token.path}`) && body.includes('refresh_token')
/** What brings the bytes of files, and not their announcement. */
const bytesOfFiles = /\/Files\/(upload$|resumable\/)/
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const page = Buffer.from('<!doctype html><title>Welcome to the Wi-Fi</title><p>Please accept our terms.</p>')
export const failed = (code: string): Buffer =>
  Buffer.from(JSON.stringify({ error: { code, message: 'Something went wrong on the server.' } }))
export const json = { 'content-type': 'application/json; charset=utf-8' }
const html = { 'content-type': 'text/html' }
const refused = Buffer.from('<!doctype html><title>403 Forbidden</title><h1>Blocked by the firewall</h1>')

/** What a request says, to whoever reads base64 too, or doesn't. */
const wordsIn = ({ headers, body }: Asked, readsBase64: boolean): string =>
  readsBase64 && String(headers['content-type'] ?? '').startsWith(encodedBodyType)
    ? Buffer.from(body.toString('latin1'), 'base64').toString()
    : body.toString()

export const createWay = ({ chance, forward }: WayParts): Way => {
  const active = new Set<NetworkFault>()
  const blocked = new Map<NetworkFault, string>()
  const hanging = new Set<() => void>()
  const expired = new Set<string>()
  const held: Asked[] = []
  let lastToken: string | undefined
  let atCompletion: { readonly when: 'before' | 'behind'; work(): Promise<void> } | undefined
  let generation: { readonly name: string; readonly sinceMs: number } | undefined

  const hearGeneration = ({ headers }: Answered) => {
    const name = headers[generationHeader]
    if (typeof name === 'string' && name !== generation?.name) generation = { name, sinceMs: performance.now() }
  }
  /** Sends it on, with what is to be done at a completion. */
  const forwardCall = async (asked: Asked): Promise<Answered> => {
    const due = asked.path === completePath ? atCompletion : undefined
    if (due) atCompletion = undefined
    if (due?.when === 'before') await due.work()
    const answered = await forward(asked)
    if (due?.when === 'behind') await due.work()
    return answered
  }
  const tokenOf = ({ headers }: Asked) => (typeof headers.authorization === 'string' ? headers.authorization : undefined)
  const withTokens = (asked: Asked): Asked => {
    const token = tokenOf(asked)
    if (token === undefined) return asked
    lastToken = token
    return expired.has(token) ? { ...asked, headers: { ...asked.headers, authorization: 'Bearer expired' } } : asked
  }
  const halfOf = ({ status, headers, body }: Answered): Answered => {
    const half = body.subarray(0, Math.floor(body.length / 2))
    return chance.isTrue(0.5)
      ? { status, headers, body: half }
      : { status, headers: { ...json, 'content-length': body.length }, body: half, isBrokenOff: true }
  }

  /** The server's own limit, or that of a proxy before it. */
  const tooMany = (): Answered =>
    chance.isTrue(0.5)
      ? { status: 429, headers: { ...json, 'retry-after': '1' }, body: failed('TOO_MANY_REQUESTS') }
      : { status: 429, headers: html, body: page }

  const isBlocked = (asked: Asked) =>
    [...blocked].some(([fault, word]) => wordsIn(asked, fault === 'firewall at a word in base64 too').includes(word))

  /** Of a large file one piece gets through, and the connection is gone with the next one. */
  let hasPassed = false
  const areBytesCut = ({ method }: Asked): boolean => {
    if (active.has('bytes of files cut')) return true
    if (!active.has('large files broken off') || method !== 'PATCH') return false
    hasPassed = !hasPassed
    return !hasPassed
  }
  const deliverHeld = async () => {
    for (const asked of held.splice(0).reverse()) await forward(asked).catch(() => undefined)
  }

  /** What happens to one call; one fault is enough for it. */
  const call = async (asked: Asked): Promise<Answered | undefined> => {
    // Pieces of a file are patches; how far they are is asked by HEAD.
    const isChange = ['POST', 'PATCH', 'PUT'].includes(asked.method)
    const isSave = isChange && stored.test(asked.path)
    if (active.has('server error 500')) return { status: 500, headers: json, body: failed('SERVER_ERROR') }
    if (active.has('server error 503')) return { status: 503, headers: json, body: failed('CANNOT_SAVE') }
    if (active.has('busy 503')) return { status: 503, headers: { ...json, 'retry-after': '2' }, body: failed('BUSY') }
    const isTooMany = active.has('too many requests 429') && isSave
    if (isTooMany || (active.has('refresh refused 429') && isRefresh(asked))) return tooMany()
    if (active.has('not found 404') && isSave) return { status: 404, headers: json, body: failed('NOT_FOUND') }
    if (active.has('too large 413') && isSave) return { status: 413, headers: html, body: page }
    if (isChange && bytesOfFiles.test(asked.path) && areBytesCut(asked)) return undefined
    if (isBlocked(asked)) return { status: 403, headers: html, body: refused }
    if (active.has('HTML in place of a reply')) return { status: 200, headers: html, body: page }
    // Its repetitions are held back with it, as on one way through the network.
    const isHeld = (): boolean => held.some(({ body }) => body.equals(asked.body)) || chance.isTrue(0.6)
    if (active.has('requests reordered') && isSave && isHeld()) {
      held.push(asked)
      return undefined
    }
    const answer = await forwardCall(asked)
    hearGeneration(answer)
    if (isRefresh(asked)) takeAsFresh(answer)
    // Behind this one, or behind a later one.
    if (isSave && held.length > 0 && !active.has('requests reordered') && chance.isTrue(0.3)) await deliverHeld()
    if (active.has('request duplicated') && isChange) void forward(asked).catch(() => undefined)
    if (active.has('reply lost after the commit') && isChange) return undefined
    if (active.has('server error 503 after the commit') && isChange) return { status: 503, headers: html, body: page }
    return active.has('half a reply') ? halfOf(answer) : answer
  }
  /** Whether anything of a request gets through the network. */
  const passes = async (): Promise<boolean> => {
    if (active.has('hanging')) {
      await new Promise<void>((resolve) => hanging.add(resolve))
      return false
    }
    if (active.has('cut') || (active.has('lossy') && chance.isTrue(0.4))) return false
    if (active.has('slow')) await wait(chance.whole(100, 900))
    return true
  }

  /** Two tokens of one second are the same text: what is given out again hasn't run out. */
  const takeAsFresh = ({ body }: Answered) => {
    for (const used of expired) if (body.includes(used.replace('Bearer ', ''))) expired.delete(used)
  }
  const expireTokens = () => {
    if (lastToken !== undefined) expired.add(lastToken)
  }

  return {
    carry: async (asked, { isOfPage } = { isOfPage: true }) =>
      (await passes()) ? call(isOfPage ? withTokens(asked) : asked) : undefined,
    passes,
    strike(fault, word) {
      active.add(fault)
      if (fault === 'refresh refused 429') expireTokens()
      if (word !== undefined) blocked.set(fault, word)
      return () => {
        active.delete(fault)
        blocked.delete(fault)
        if (fault !== 'hanging') return
        for (const release of hanging) release()
        hanging.clear()
      }
    },
    active: () => [...active],
    isStruck: () => active.size > 0,
    expireTokens,
    lastToken: () => lastToken,
    deliverHeld,
    atCompletion(when, work) {
      atCompletion = { when, work }
    },
    generationSinceMs: () => generation?.sinceMs,
  }
}
