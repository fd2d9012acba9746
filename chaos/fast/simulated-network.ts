import { Agent, request } from 'node:http'
import type { Chance } from '../chance.ts'
import type { Network } from '../network.ts'
import { type Answered, type Asked, createWay } from '../way.ts'
import { inRealm, outsideOfTime, type Realm } from './simulated-time.ts'

export interface SimulatedNetwork extends Network {
  /** The `fetch` of a page. */
  fetchFor(realm: () => Realm): typeof fetch
  /** Whether a connection through it stands. */
  isOpen(): boolean
  /** Which start of the server it leads to; undefined while there is none. */
  life(): number | undefined
}

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const bodiless = [101, 204, 205, 304]

const responseOf = ({ status, headers, body, isBrokenOff = false }: Answered): Response => {
  const own = Object.entries(headers).filter(([name]) => !hopByHop.includes(name))
  const bytes = isBrokenOff
    ? new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(body))
          controller.error(new TypeError('network error'))
        },
      })
    : new Uint8Array(body)
  return new Response(bodiless.includes(status) ? null : bytes, {
    status,
    headers: own.map(([name, value]): [string, string] => [name, String(value)]),
  })
}

/** A network in simulated time between the pages of a run and a server of this process: each request takes its time there and back. */
export const createSimulatedNetwork = (
  { origin, life }: { readonly origin: string; life(): number | undefined },
  chance: Chance,
): SimulatedNetwork => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(origin)
  const lines: string[] = []
  const send = ({ method, path, headers, body }: Asked) =>
    new Promise<Answered>((resolve, reject) => {
      const out = request({ hostname, port, method, path, headers, agent }, async (answer) => {
        const parts: Buffer[] = []
        try {
          for await (const part of answer) parts.push(part)
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) })
        } catch (error) {
          reject(error)
        }
      })
      out.on('error', reject)
      out.end(body)
    })
  const forward = (asked: Asked) => outsideOfTime(() => send(asked))
  const way = createWay({ chance, forward })

  /** Rejects as `fetch` does if nothing comes back. */
  const carry = async (asked: Asked): Promise<Answered> => {
    const fromMs = performance.now()
    await wait(chance.whole(1, 25))
    // The server is down.
    const answered = await way.carry(asked).catch(() => undefined)
    const took = Math.round(performance.now() - fromMs)
    lines.push(
      `${(fromMs / 1000).toFixed(3)} ${asked.method} ${asked.path} ${answered?.status ?? 'broken off'} ${took} ms ${way.active().join()} ${asked.body.subarray(0, 400)}`,
    )
    if (!answered) throw new TypeError('fetch failed')
    await wait(chance.whole(1, 25))
    return answered
  }
  const askedOf = async (input: string | URL | Request, init: RequestInit = {}): Promise<Asked> => {
    const { keepalive: _, signal: __, ...plain } = init
    const made = new Request(input, plain)
    const { pathname, search } = new URL(made.url)
    const body = Buffer.from(await made.arrayBuffer())
    const headers = {
      ...Object.fromEntries(made.headers),
      'accept-encoding': 'identity',
      'content-length': String(body.length),
    }
    return { method: made.method, path: `${pathname}${search}`, headers, body }
  }

  return {
    ...way,
    origin,
    life,
    isOpen: () => !way.active().some((fault) => fault === 'cut' || fault === 'hanging'),
    renewPlayer: () => undefined,
    trail: () => lines,
    stop: () => agent.destroy(),
    fetchFor: (realmOf) => (input, init) =>
      new Promise((resolve, reject) => {
        const realm = realmOf()
        if (!realm.isAlive) return
        const { signal } = init ?? {}
        if (signal?.aborted) return reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
        // On its way, whatever becomes of the page.
        const carried = inRealm(undefined, () => askedOf(input, init).then(carry))
        carried.then(
          (answered) => realm.isAlive && resolve(responseOf(answered)),
          (error) => realm.isAlive && reject(error),
        )
      }),
  }
}
