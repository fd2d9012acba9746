import { cacheAddress, cacheName, openFile } from './sealed-file.ts'

/** Under which id a course's files are kept, and what opens them. */
export interface StoredUnder {
  readonly id: string
  readonly key: CryptoKey
}

interface AnswerParts {
  fetch(request: Request): Promise<Response>
  readonly caches: Pick<CacheStorage, 'open'>
  /** Asks the page around the SCO, which alone has the key; undefined if there is none that has. */
  askKey(base: string): Promise<StoredUnder | undefined>
  wait(ms: number): Promise<void>
}

/** Milliseconds after which a network that gives no sign counts as gone, for a file that is kept. */
const patienceMs = 4000

const addressForm = /^(\/course\/[^/]+\/)(.+)$/

/** The part of a file that a request asks for, as a video's player does. */
const inRange = (bytes: Uint8Array<ArrayBuffer>, range: string, headers: Headers): Response => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  const from = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1)
  if (from > to) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } })
  headers.set('content-range', `bytes ${from}-${to}/${bytes.length}`)
  return new Response(bytes.subarray(from, to + 1), { status: 206, headers })
}

/**
 * Answers for a course's files: from the network, and where that fails from what is kept of the course, if the page around its SCO
 * has the key. Undefined for any other request.
 */
export const storedAnswers = ({ fetch, caches, askKey, wait }: AnswerParts) => {
  const known = new Map<string, StoredUnder>()
  const keyOf = async (base: string) => {
    const held = known.get(base) ?? (await askKey(base))
    if (held) known.set(base, held)
    return held
  }
  const fromStored = async (base: string, path: string, request: Request): Promise<Response | undefined> => {
    const held = await keyOf(base)
    if (!held) return undefined
    const sealed = await (await caches.open(cacheName(held.id))).match(cacheAddress(path))
    const file = sealed && (await openFile(held.key, held.id, path, await sealed.arrayBuffer()))
    if (!file) return undefined
    const headers = new Headers({ 'content-type': file.type, 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' })
    if (file.policy !== '') headers.set('content-security-policy', file.policy)
    const range = request.headers.get('range')
    if (range !== null) return inRange(file.bytes, range, headers)
    return new Response(file.bytes, { headers })
  }
  return (request: Request): Promise<Response> | undefined => {
    const [, base, encoded = ''] = addressForm.exec(new URL(request.url).pathname) ?? []
    if (base === undefined || request.method !== 'GET') return undefined
    const path = decodeURIComponent(encoded).normalize('NFC')
    const stored = () => fromStored(base, path, request).catch(() => undefined)
    const fromNetwork = async () => {
      const response = await fetch(request)
      // The address may have run out while the course is open.
      return response.ok || response.status === 304 || response.status === 416 ? response : ((await stored()) ?? response)
    }
    const network = fromNetwork().catch(async (error: unknown) => {
      const found = await stored()
      if (found) return found
      throw error
    })
    const afterPatience = async () => {
      await wait(patienceMs)
      return (await stored()) ?? network
    }
    return Promise.race([network, afterPatience()])
  }
}
