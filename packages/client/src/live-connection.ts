import { dashEventsPath, liveEvents } from '@sitwell/contract'

/** What a live connection says; whatever comes is unread yet. */
export interface ConnectionListener {
  state(state: unknown): void
  event(event: unknown): void
  /** It is not there any more, or could not be made. `code` where the server said why it lets nobody in. */
  down(code: string | undefined): void
}

/** One connection to the hub. It tries again by itself, except after it was refused. */
export interface LiveConnection {
  /** Tries again after a refusal, with the token that holds by now. */
  retry(): void
  close(): void
}

/** What is said of oneself at each connecting. */
export interface Handshake {
  readonly token: string
  readonly formRunGuid: string
}

export type OpenConnection = (
  hubUrl: string,
  handshake: () => Handshake,
  listener: ConnectionListener,
) => Promise<LiveConnection>

/** Milliseconds of the first and the longest wait before another try. */
const firstWaitMs = 1000
const longestWaitMs = 15_000

const codeOf = (error: Error) => {
  // Boundary: what the hub's refusal carries besides its message.
  const { data } = error as Error & { data?: { code?: unknown } }
  return typeof data?.code === 'string' ? data.code : undefined
}

/** Connects over socket.io, which is loaded for it: no page is heavier by it that has no running exam. */
export const openSocket: OpenConnection = async (hubUrl, handshake, listener) => {
  const { io } = await import('socket.io-client')
  const socket = io(hubUrl, {
    path: `/${dashEventsPath}`,
    auth: (give) => give({ ...handshake() }),
    // The web socket first: it needs no server that remembers the learner; polling where a proxy lets none through.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: firstWaitMs,
    reconnectionDelayMax: longestWaitMs,
    forceNew: true,
  })
  socket.on(liveEvents.state, (state: unknown) => listener.state(state))
  socket.on(liveEvents.event, (event: unknown) => listener.event(event))
  socket.on('disconnect', (reason) => {
    listener.down(undefined)
    // Closed by the server, socket.io takes it for meant: a server that restarts means nothing by it.
    if (reason === 'io server disconnect') socket.connect()
  })
  socket.on('connect_error', (error) => listener.down(codeOf(error)))
  return {
    retry: () => void socket.connect(),
    close: () => {
      socket.removeAllListeners()
      socket.disconnect()
    },
  }
}
