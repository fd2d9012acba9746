import { connectSocket } from './connect-socket.ts'

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

/** What a connection sends each time it is made: the token, and what it follows. */
export type Handshake = Readonly<Record<string, string>>

/**
 * A hub of the server: its path, without a slash at the start, and the names of the messages that carry states and events. Each message of `others` comes as an
 * event too: an object that has what it carries under its name.
 */
export interface Hub {
  readonly path: string
  readonly state: string
  readonly event: string
  readonly others?: readonly string[]
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

/** Connects to such a hub over socket.io. */
export const openSocket =
  (hub: Hub): OpenConnection =>
  async (hubUrl, handshake, listener) => {
    const socket = await connectSocket(hubUrl, {
      path: `/${hub.path}`,
      auth: (give) => give({ ...handshake() }),
      // The web socket first: it needs no server that remembers the browser. Polling if a proxy lets no web socket through.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionDelay: firstWaitMs,
      reconnectionDelayMax: longestWaitMs,
      forceNew: true,
    })
    socket.on(hub.state, (state: unknown) => listener.state(state))
    socket.on(hub.event, (event: unknown) => listener.event(event))
    for (const name of hub.others ?? []) socket.on(name, (carried: unknown) => listener.event({ [name]: carried }))
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
