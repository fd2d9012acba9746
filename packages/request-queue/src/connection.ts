import { createListeners } from './listeners.ts'

export type ConnectionState = 'online' | 'offline'

/**
 * Whether the server can be reached. While it can't, it is pinged every `pingIntervalMs` (spec 3 §4), and more often at first, so
 * that a short failure that the browser doesn't tell of is over soon.
 */
export interface Connection {
  state(): ConnectionState
  setOffline(): void
  /** Pings while it counts as online, as when the browser says that the network is gone; offline if nothing answers. */
  check(): Promise<void>
  /** Pings at once, as when the browser says that the network is back, or its user comes back to the page. */
  pingNow(): Promise<void>
  subscribe(listener: (state: ConnectionState) => void): () => void
  stop(): void
}

export interface ConnectionParts {
  /** Whether the server answers; it is asked once unless told otherwise. */
  ping(attempts?: number): Promise<boolean>
  readonly pingIntervalMs: number
  /** At least 0 and below 1. */
  random(): number
}

/** As often as any request is tried before the connection counts as lost. */
const checkAttempts = 3

/** Milliseconds to each of the early pings, from the one before. */
export const earlyPingsMs = [1000, 2000, 4000, 8000, 16_000] as const

export const createConnection = ({ ping, pingIntervalMs, random }: ConnectionParts): Connection => {
  const listeners = createListeners<ConnectionState>()
  let state: ConnectionState = 'online'
  let timer: ReturnType<typeof setInterval> | undefined
  let earlyTimer: ReturnType<typeof setTimeout> | undefined
  let calmTimer: ReturnType<typeof setTimeout> | undefined
  let earlyPings = 0
  /** How often it came back. */
  let returns = 0
  let pinging: Promise<void> | undefined

  const stopPinging = () => {
    clearInterval(timer)
    clearTimeout(earlyTimer)
  }
  const reach = async () => {
    const reached = await ping()
    if (!reached || state === 'online') return
    stopPinging()
    state = 'online'
    returns += 1
    // A server that answers pings and fails at saves brings us back here at once: only a connection that has held for a while is
    // tried early again when it is lost.
    calmTimer = setTimeout(() => {
      earlyPings = 0
    }, pingIntervalMs)
    listeners.tell(state)
  }
  const pingNow = () => {
    if (state === 'online') return Promise.resolve()
    pinging ??= reach().finally(() => {
      pinging = undefined
    })
    return pinging
  }
  const pingEarly = () => {
    const delayMs = earlyPingsMs[earlyPings]
    if (delayMs === undefined) return
    // Half to one and a half of it: a thousand learners whom one failure met don't come back in the same second.
    earlyTimer = setTimeout(
      () => {
        earlyPings += 1
        void pingNow()
        pingEarly()
      },
      delayMs * (0.5 + random()),
    )
  }
  const setOffline = () => {
    if (state === 'offline') return
    state = 'offline'
    clearTimeout(calmTimer)
    timer = setInterval(() => void pingNow(), pingIntervalMs)
    pingEarly()
    listeners.tell(state)
  }
  return {
    state: () => state,
    setOffline,
    async check() {
      if (state === 'offline') return
      const before = returns
      // A browser says so at each change of its network, and breaks off what is under way then: one ping that fails is no loss. One
      // that the network swallowed fails half a minute later, when the connection may be back long since.
      if (!(await ping(checkAttempts)) && returns === before) setOffline()
    },
    pingNow,
    subscribe: listeners.add,
    stop() {
      stopPinging()
      clearTimeout(calmTimer)
    },
  }
}
