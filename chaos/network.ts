import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Chance } from './chance.ts'
import type { Desk } from './desks.ts'
import { newerBuild } from './newer-build.ts'
import { type Answered, type Asked, createWay, failed, json, type Way } from './way.ts'

/** What is between the browsers of one run and the server. */
export interface Network extends Omit<Way, 'carry' | 'passes' | 'active'> {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** From now on the server has a newer build of the player, and its old script no more. */
  renewPlayer(): void
  /** A line for each request: when it came, what it was, and what was answered. */
  trail(): readonly string[]
  /** Frees the wires. */
  stop(): void
}

/** What a unit of cmi5 says and asks, on the origin of courses. */
const ofUnits = /^\/(xapi|cmi5\/fetch)\b/
const calls = /^\/(xapi|cmi5\/fetch|lms|security|messages|assessment|formrun|dashboard|resource|files|ping|error|config\.json)/
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']
const whole = async (stream: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** Files of a build never change under their address: one copy serves all runs. */
const files = new Map<string, Answered>()

/** What is behind the wires of a desk: the server, and where it has its courses. */
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
  const coursePort = new URL(courseOrigin).port
  const agent = new Agent({ keepAlive: true })
  const lines: string[] = []
  const player = newerBuild()

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
  const way = createWay({ chance, forward: (asked) => forward(asked, ofUnits.test(asked.path) ? coursePort : port) })

  const send = (response: ServerResponse, answered: Answered | undefined) => {
    if (response.destroyed) return
    if (!answered) return void response.destroy()
    const { status, headers, body, isBrokenOff = false } = answered
    if (isBrokenOff) {
      response.writeHead(status, headers)
      return void response.write(body, () => response.destroy())
    }
    const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)))
    response.writeHead(status, { ...own, 'content-length': body.length }).end(body)
  }

  const answer = async (asked: Asked, response: ServerResponse): Promise<void> => {
    if (calls.test(asked.path)) send(response, await way.carry(asked))
    else if (!(await way.passes())) response.destroy()
    else if (asked.path.startsWith('/assets/')) {
      const path = player.asBuilt(asked.path)
      if (path === undefined) send(response, { status: 404, headers: json, body: failed('NOT_FOUND') })
      else send(response, await file({ ...asked, path }))
    } else send(response, player.rewritten(await forward(asked)))
  }
  /** The origin of courses names the one of the player, and knows it by the server's own address. */
  const withWires = ({ status, headers, body }: Answered): Answered => {
    const named = (text: string) => text.replaceAll(target, wire.origin)
    const policy = headers['content-security-policy']
    // The script of its service worker says it too, for the page around lessons.
    const isNaming = /json|javascript/.test(String(headers['content-type']))
    return {
      status,
      headers: { ...headers, ...(typeof policy === 'string' && { 'content-security-policy': named(policy) }) },
      body: isNaming ? Buffer.from(named(body.toString())) : body,
    }
  }
  const answerOfCourses = async (asked: Asked, response: ServerResponse): Promise<void> => {
    if (ofUnits.test(asked.path)) return send(response, await way.carry(asked, { isOfPage: false }))
    const passes = await way.passes()
    send(response, passes ? withWires(await forward(asked, coursePort)) : undefined)
  }

  const carryBy = (work: typeof answer) => (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: path = '/' } = incoming
    const fromMs = performance.now()
    response.once('close', () => {
      const status = response.writableFinished ? String(response.statusCode) : 'broken off'
      const took = Math.round(performance.now() - fromMs)
      if (calls.test(path))
        lines.push(`${(fromMs / 1000).toFixed(3)} ${method} ${path} ${status} ${took} ms ${way.active().join()}`)
    })
    // Uncompressed, so that it can be cut in half and changed.
    const headers: OutgoingHttpHeaders = { ...incoming.headers, 'accept-encoding': 'identity' }
    whole(incoming)
      .then((body) => work({ method, path, headers, body }, response))
      // The server is down, or the browser has gone.
      .catch(() => response.destroy())
  }
  const carryOn = (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    if (way.active().some((fault) => fault === 'cut' || fault === 'hanging')) return void socket.destroy()
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
    ...way,
    strike(fault, word) {
      const heal = way.strike(fault, word)
      if (fault === 'cut') for (const one of [wire, courseWire]) one.hangUp()
      return heal
    },
    trail: () => lines,
    renewPlayer: player.renew,
    stop() {
      for (const release of releases) release()
      agent.destroy()
    },
  }
}
