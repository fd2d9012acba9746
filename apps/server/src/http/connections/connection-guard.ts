import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ServerLog } from '../../server-log.ts'
import { type IsProxy, networkOf, senderOf } from './addresses.ts'
import type { ConnectionLimits } from './limits.ts'
import { type CutReason, type Phase, type Standing, toCut } from './to-cut.ts'

/** Watches over the connections of the servers of one process, so that nobody takes more of it than a school needs. */
export interface ConnectionGuard {
  watch(server: HttpServer): void
  /** Whether one more request may be answered; asked as its head has come. */
  hasRoomFor(request: IncomingMessage): boolean
  /** The body of this request continues as it comes, and is never held whole. */
  streams(request: IncomingMessage): void
  /** An answer is held in memory with this many bytes until it is taken. */
  holdsAnswer(response: ServerResponse, bytes: number): void
  /** Cuts a connection that sends more requests at once than may wait. */
  cutCrowded(socket: Socket): void
  /** Whom a request is counted with. */
  senderOf(request: IncomingMessage): string
  /** Looks at all of them now; the guard does so each second. */
  look(): void
  stop(): void
}

export interface GuardOptions {
  readonly limits: ConnectionLimits
  readonly isProxy: IsProxy
  readonly log: Pick<ServerLog, 'info' | 'warn'>
  /** Milliseconds on a clock that only goes forward. */
  readonly nowMs?: () => number
  /** Milliseconds between two looks; 1000 unless given. */
  readonly everyMs?: number
}

interface Tracked {
  readonly socket: Socket
  /** Undefined of a proxy of ours. */
  readonly address: string | undefined
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  streams: boolean
  /** Bytes of the answer as it was handed over, which may have to be compressed yet. */
  answerBytes: number
  isLive: boolean
  phase: Phase
  sinceMs: number
  /** `bytesRead` and `bytesWritten` of the socket as the phase began. */
  read: number
  written: number
}

/** Milliseconds that pass between two looks, at most: while this process stood still it read nothing. */
const longestGapMs = 2000

/** What may have come together with a head, and was counted before it was known to be a body. */
const besideHead = 65_536

const forwarded = (request: IncomingMessage) => {
  const value = request.headers['x-forwarded-for']
  return typeof value === 'string' ? value : undefined
}

const phaseOf = ({ isLive, request, response, phase, socket, read }: Tracked): Phase => {
  if (isLive) return 'live'
  if (request && !request.complete) return 'body'
  if (response && !response.writableFinished) return 'answer'
  if (phase === 'head' || ((phase === 'idle' || phase === 'unused') && socket.bytesRead > read)) return 'head'
  return phase === 'unused' ? 'unused' : 'idle'
}

/** Whether nothing has happened since it was seen at rest, so that nothing can be said of it but that it is there. */
const isAtRest = ({ isLive, request, phase, socket, read }: Tracked): boolean =>
  isLive
    ? phase === 'live' && socket.writableLength === 0
    : phase === 'idle' && request === undefined && socket.bytesRead === read

const heldBytes = ({ phase, request, response, streams, socket, read }: Tracked): number => {
  if (streams || response?.writableFinished || (phase !== 'head' && phase !== 'body')) return 0
  const came = socket.bytesRead - read
  if (phase === 'head') return came
  const length = Number(request?.headers['content-length'])
  return Math.min(came + besideHead, Number.isFinite(length) ? length : Number.POSITIVE_INFINITY)
}

/** What is held of an answer: of what lies ready to be taken, and of what it is made of, the larger. */
const unreadBytes = ({ phase, response, answerBytes, socket }: Tracked): number =>
  phase === 'answer' ? Math.max(answerBytes, response?.writableLength ?? 0, socket.writableLength) : 0

export const createConnectionGuard = (options: GuardOptions): ConnectionGuard => {
  const { limits, isProxy, log, nowMs = () => performance.now(), everyMs = 1000 } = options
  const tracked = new Map<Socket, Tracked>()
  const perAddress = new Map<string, number>()
  /** Of the last look. */
  let isFull = false
  let crowded = new Set<string>()
  let crowdedOut = 0
  let lookedAtMs = nowMs()
  /** Time as far as it was watched. */
  let watchedMs = 0

  const senderKey = (request: IncomingMessage) =>
    networkOf(senderOf(request.socket.remoteAddress ?? '', forwarded(request), isProxy))

  const standingOf = (one: Tracked): Standing => ({
    phase: one.phase,
    forMs: watchedMs - one.sinceMs,
    bytes: one.phase === 'answer' || one.isLive ? one.socket.writableLength : one.socket.bytesRead - one.read,
    heldBytes: heldBytes(one),
    unreadBytes: unreadBytes(one),
    isOurTurn: one.phase === 'body' ? (one.request?.readableLength ?? 0) > 0 : one.socket.writableLength === 0,
    isRefused: one.response?.writableFinished === true,
    address: one.request && (one.phase === 'body' || one.phase === 'answer') ? senderKey(one.request) : one.address,
  })

  const follow = (one: Tracked) => {
    const phase = phaseOf(one)
    const { bytesRead, bytesWritten } = one.socket
    const isTaken = phase === 'answer' && bytesWritten !== one.written
    if (phase !== one.phase || isTaken) {
      // A head began with the byte that shows it.
      if (phase !== 'head') one.read = bytesRead
      one.sinceMs = watchedMs
    }
    one.phase = phase
    one.written = bytesWritten
    if (phase !== 'idle') return
    one.request = undefined
    one.response = undefined
  }

  const countInFlight = (standings: readonly Standing[]) => {
    const waiting = standings.filter(({ phase, isRefused }) => phase === 'answer' || (phase === 'body' && !isRefused))
    const counts = new Map<string, number>()
    for (const { address } of waiting) if (address !== undefined) counts.set(address, (counts.get(address) ?? 0) + 1)
    isFull = waiting.length > limits.inFlight
    crowded = new Set([...counts].filter(([, count]) => count > limits.inFlightPerAddress).map(([address]) => address))
  }

  /** Whether more are open than may be, some of which nobody would miss: where a request came through a proxy, it is counted with its sender. */
  const areTooMany = (busy: readonly Tracked[], standings: readonly Standing[]) => {
    const forwarded = standings.filter(({ address }, index) => address !== busy[index]?.address).length
    const mostOfOne = limits.connectionsPerAddress - forwarded
    return tracked.size > limits.connections || [...perAddress.values()].some((count) => count > mostOfOne)
  }

  const look = () => {
    const now = nowMs()
    watchedMs += Math.min(now - lookedAtMs, longestGapMs)
    lookedAtMs = now
    // Twenty thousand learners have as many connections, of which nearly all are at rest.
    const busy = [...tracked.values()].filter((one) => !isAtRest(one))
    for (const one of busy) follow(one)
    const standingsOfBusy = busy.map(standingOf)
    const isCrowded = areTooMany(busy, standingsOfBusy)
    const all = isCrowded ? [...tracked.values()] : busy
    const standings = isCrowded ? all.map(standingOf) : standingsOfBusy
    countInFlight(standings)
    const counts: Partial<Record<CutReason, number>> = crowdedOut > 0 ? { 'too many at once': crowdedOut } : {}
    crowdedOut = 0
    for (const [index, reason] of toCut(standings, limits)) {
      counts[reason] = (counts[reason] ?? 0) + 1
      // No answer: a player takes one for the last word, and a connection that breaks for what it is.
      all[index]?.socket.destroy()
    }
    const reasons = Object.keys(counts)
    if (reasons.length === 0) return
    const isAttack = reasons.some((reason) => reason.startsWith('too '))
    log[isAttack ? 'warn' : 'info'](
      { event: 'connections-cut', connections: tracked.size, cut: counts },
      'connections were cut',
    )
  }

  const timer = setInterval(look, everyMs)
  timer.unref()

  const accept = (socket: Socket) => {
    const remote = socket.remoteAddress ?? ''
    const address = isProxy(remote) ? undefined : networkOf(remote)
    const ofAddress = address === undefined ? 0 : (perAddress.get(address) ?? 0)
    // Above the limits, because what nobody uses any more is cut at the next look.
    if (tracked.size >= limits.connections * 1.1 || ofAddress >= limits.connectionsPerAddress * 1.1) {
      socket.destroy()
      return
    }
    if (address !== undefined) perAddress.set(address, ofAddress + 1)
    tracked.set(socket, {
      ...{
        socket,
        address,
        request: undefined,
        response: undefined,
        streams: false,
        answerBytes: 0,
        isLive: false,
        phase: 'unused',
      },
      ...{ sinceMs: watchedMs, read: 0, written: 0 },
    })
    socket.once('close', () => {
      tracked.delete(socket)
      if (address === undefined) return
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
    })
  }

  return {
    watch: (server) => {
      server.on('connection', accept)
      server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        const one = tracked.get(request.socket)
        if (!one) return
        one.request = request
        one.response = response
        one.streams = false
        one.phase = 'body'
        one.sinceMs = watchedMs
        one.read = request.socket.bytesRead
      })
      // If nobody takes live connections, a listener would have them stand open, answered by nobody.
      if (server.listenerCount('upgrade') === 0) return
      server.prependListener('upgrade', (request: IncomingMessage) => {
        const one = tracked.get(request.socket)
        if (one) one.isLive = true
      })
    },
    hasRoomFor: (request) => !isFull && (crowded.size === 0 || !crowded.has(senderKey(request))),
    streams: (request) => {
      const one = tracked.get(request.socket)
      if (one) one.streams = true
    },
    holdsAnswer: (response, bytes) => {
      const one = tracked.get(response.req.socket)
      if (!one) return
      one.answerBytes = bytes
      response.once('close', () => {
        one.answerBytes = 0
      })
    },
    cutCrowded: (socket) => {
      crowdedOut += 1
      socket.destroy()
    },
    senderOf: senderKey,
    look,
    stop: () => clearInterval(timer),
  }
}
