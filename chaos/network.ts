import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { complete, encodedBodyType, generationHeader } from '@sitwell/contract'
import type { Chance } from './chance.ts'
import type { Desk } from './desks.ts'
import type { NetworkFault } from './fault-kinds.ts'
import { newerBuild } from './newer-build.ts'

/** What lies between the browsers of one run and the server. */
export interface Network {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** Lets it strike until it is called off; a firewall refuses what has this word in it. */
  strike(fault: NetworkFault, word?: string): () => void
  /** Whether anything is wrong with it. */
  isStruck(): boolean
  /** The server refuses the tokens that were used up to now, as when their time is over. */
  expireTokens(): void
  /** The token that was used last. */
  lastToken(): string | undefined
  /** From now on the server has a newer build of the player, and its old script no more. */
  renewPlayer(): void
  /** A line for each request: when it came, what it was, and what was answered. */
  trail(): readonly string[]
  /** Delivers what was held back. */
  deliverHeld(): Promise<void>
  /** Does this at the first completion that comes from now on: before the server has it, or between its commit and its reply. */
  atCompletion(when: 'before' | 'behind', work: () => Promise<void>): void
  /** When a reply named another generation of the database than those before, last of all; in milliseconds of the harness's clock. */
  generationSinceMs(): number | undefined
  /** Frees the wires. */
  stop(): void
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}
interface Answered {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

const calls = /^\/(lms|security|messages|assessment|formrun|dashboard|resource|files|ping|error|config\.json)/
const kept = /\/(scorm\/save\/|saveanswer|savetime|activitylog\/|Files\/(upload$|announce$|resumable\/))/
const completePath = `/${complete.path}`
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']
/** What brings the bytes of files, and not their announcement. */
const bytesOfFiles = /\/Files\/(upload$|resumable\/)/
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const whole = async (stream: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

const page = Buffer.from('<!doctype html><title>Welcome to the Wi-Fi</title><p>Please accept our terms.</p>')
const failed = (code: string) =>
  Buffer.from(JSON.stringify({ error: { code, message: 'Something went wrong on the server.' } }))
const json = { 'content-type': 'application/json; charset=utf-8' }
const html = { 'content-type': 'text/html' }
const refused = Buffer.from('<!doctype html><title>403 Forbidden</title><h1>Blocked by the firewall</h1>')

/** What a request says, to whoever reads base64 too, or doesn't. */
const wordsIn = ({ headers, body }: Asked, readsBase64: boolean): string =>
  readsBase64 && String(headers['content-type'] ?? '').startsWith(encodedBodyType)
    ? Buffer.from(body.toString('latin1'), 'base64').toString()
    : body.toString()

/** Files of a build never change under their address: one copy serves all runs. */
const files = new Map<string, Answered>()

/** What lies behind the wires of a desk: the server, and where it has its courses. */
export interface Targets {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  readonly courseOrigin: string
}

/** Puts a network behind the wires of a desk, on the way to a server. */
export const openNetwork = (
  { wire, courseWire }: Pick<Desk, 'wire' | 'courseWire'>,
  targets: Targets,
  chance: Chance,
): Network => {
  const { origin: target, courseOrigin } = targets
  const { hostname, port } = new URL(target)
  const agent = new Agent({ keepAlive: true })
  const active = new Set<NetworkFault>()
  const blocked = new Map<NetworkFault, string>()
  const hanging = new Set<ServerResponse>()
  const lines: string[] = []
  const expired = new Set<string>()
  const held: Asked[] = []
  const player = newerBuild()
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
  const forward = ({ method, path, headers, body }: Asked, to = port) =>
    new Promise<Answered>((resolve, reject) => {
      const out = request({ hostname, port: to, method, path, headers, agent }, (answer) => {
        const { statusCode: status = 502, headers: given } = answer
        whole(answer).then((bytes) => resolve({ status, headers: given, body: bytes }), reject)
      })
      out.on('error', reject)
      out.end(body)
    })
  const file = async (asked: Asked) => {
    const key = `${target}${asked.path}`
    const known = files.get(key)
    if (known) return known
    const answer = await forward(asked)
    if (answer.status === 200) files.set(key, answer)
    return answer
  }
  const tokenOf = ({ headers }: Asked) => (typeof headers.authorization === 'string' ? headers.authorization : undefined)
  const withTokens = (asked: Asked): Asked => {
    const token = tokenOf(asked)
    if (token === undefined) return asked
    lastToken = token
    return expired.has(token) ? { ...asked, headers: { ...asked.headers, authorization: 'Bearer expired' } } : asked
  }

  const send = (response: ServerResponse, { status, headers, body }: Answered) => {
    if (response.destroyed) return
    const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)))
    response.writeHead(status, { ...own, 'content-length': body.length }).end(body)
  }
  const sendHalf = (response: ServerResponse, { status, headers, body }: Answered) => {
    const half = body.subarray(0, Math.floor(body.length / 2))
    if (chance.isTrue(0.5)) return send(response, { status, headers, body: half })
    response.writeHead(status, { ...json, 'content-length': body.length })
    response.write(half, () => response.destroy())
  }

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

  /** What becomes of one call; one fault is enough for it. */
  const call = async (asked: Asked, response: ServerResponse): Promise<void> => {
    // Pieces of a file are patches; how far they are is asked by HEAD.
    const isChange = asked.method === 'POST' || asked.method === 'PATCH'
    const isSave = isChange && kept.test(asked.path)
    if (active.has('server error 500')) return send(response, { status: 500, headers: json, body: failed('SERVER_ERROR') })
    if (active.has('server error 503')) return send(response, { status: 503, headers: json, body: failed('CANNOT_SAVE') })
    if (active.has('not found 404') && isSave) return send(response, { status: 404, headers: json, body: failed('NOT_FOUND') })
    if (active.has('too large 413') && isSave) return send(response, { status: 413, headers: html, body: page })
    if (isChange && bytesOfFiles.test(asked.path) && areBytesCut(asked)) return void response.destroy()
    if (isBlocked(asked)) return send(response, { status: 403, headers: html, body: refused })
    if (active.has('HTML in place of a reply')) return send(response, { status: 200, headers: html, body: page })
    // Its repetitions are held back with it, as on one way through the network.
    const isHeld = (): boolean => held.some(({ body }) => body.equals(asked.body)) || chance.isTrue(0.6)
    if (active.has('requests reordered') && isSave && isHeld()) {
      held.push(asked)
      response.destroy()
      return
    }
    const answer = await forwardCall(asked)
    hearGeneration(answer)
    // Behind this one, or behind a later one.
    if (isSave && held.length > 0 && !active.has('requests reordered') && chance.isTrue(0.3)) await deliverHeld()
    if (active.has('request duplicated') && isChange) void forward(asked).catch(() => undefined)
    if (active.has('reply lost after the commit') && isChange) return void response.destroy()
    if (active.has('server error 503 after the commit') && isChange)
      return send(response, { status: 503, headers: html, body: page })
    if (active.has('half a reply')) return sendHalf(response, answer)
    return send(response, answer)
  }
  /** Whether anything of a request gets through the network. */
  const passes = async (response: ServerResponse): Promise<boolean> => {
    if (active.has('hanging')) hanging.add(response)
    else if (active.has('cut') || (active.has('lossy') && chance.isTrue(0.4))) response.destroy()
    else {
      if (active.has('slow')) await wait(chance.whole(100, 900))
      return true
    }
    return false
  }
  const answer = async (asked: Asked, response: ServerResponse): Promise<void> => {
    if (!(await passes(response))) return
    if (calls.test(asked.path)) await call(withTokens(asked), response)
    else if (asked.path.startsWith('/assets/')) {
      const path = player.asBuilt(asked.path)
      if (path === undefined) send(response, { status: 404, headers: json, body: failed('NOT_FOUND') })
      else send(response, await file({ ...asked, path }))
    } else send(response, player.rewritten(await forward(asked)))
  }
  const deliverHeld = async () => {
    for (const asked of held.splice(0).reverse()) await forward(asked).catch(() => undefined)
  }

  /** The origin of courses names the one of the player, and knows it by the server's own address. */
  const withWires = ({ status, headers, body }: Answered): Answered => {
    const named = (text: string) => text.replaceAll(target, wire.origin)
    const policy = headers['content-security-policy']
    const isJson = /json/.test(String(headers['content-type']))
    return {
      status,
      headers: { ...headers, ...(typeof policy === 'string' && { 'content-security-policy': named(policy) }) },
      body: isJson ? Buffer.from(named(body.toString())) : body,
    }
  }
  const answerOfCourses = async (asked: Asked, response: ServerResponse): Promise<void> => {
    if (await passes(response)) send(response, withWires(await forward(asked, new URL(courseOrigin).port)))
  }

  const carryBy = (work: typeof answer) => (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: path = '/' } = incoming
    const fromMs = performance.now()
    response.once('close', () => {
      const status = response.writableFinished ? String(response.statusCode) : 'broken off'
      const took = Math.round(performance.now() - fromMs)
      if (calls.test(path))
        lines.push(`${(fromMs / 1000).toFixed(3)} ${method} ${path} ${status} ${took} ms ${[...active].join()}`)
    })
    // Uncompressed, so that it can be cut in half and changed.
    const headers: OutgoingHttpHeaders = { ...incoming.headers, 'accept-encoding': 'identity' }
    whole(incoming)
      .then((body) => work({ method, path, headers, body }, response))
      // The server is down, or the browser has gone.
      .catch(() => response.destroy())
  }
  const carryOn = (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    if (active.has('cut') || active.has('hanging')) return void socket.destroy()
    const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const upstream = connect(Number(port), hostname, () => {
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    for (const one of [socket, upstream]) {
      one.on('error', () => one.destroy())
      one.on('close', () => {
        socket.destroy()
        upstream.destroy()
      })
    }
  }
  const releases = [
    wire.carryTo({ request: carryBy(answer), upgrade: carryOn }),
    courseWire.carryTo({ request: carryBy(answerOfCourses), upgrade: (_, socket) => socket.destroy() }),
  ]

  return {
    origin: wire.origin,
    strike(fault, word) {
      active.add(fault)
      if (word !== undefined) blocked.set(fault, word)
      if (fault === 'cut') for (const one of [wire, courseWire]) one.hangUp()
      return () => {
        active.delete(fault)
        blocked.delete(fault)
        if (fault === 'hanging') for (const response of hanging) response.destroy()
        hanging.clear()
      }
    },
    isStruck: () => active.size > 0,
    trail: () => lines,
    expireTokens() {
      if (lastToken !== undefined) expired.add(lastToken)
    },
    lastToken: () => lastToken,
    renewPlayer: player.renew,
    deliverHeld,
    atCompletion(when, work) {
      atCompletion = { when, work }
    },
    generationSinceMs: () => generation?.sinceMs,
    stop() {
      for (const release of releases) release()
      agent.destroy()
    },
  }
}
