import { createListeners } from './listeners.ts'

export type ConnectionState = 'online' | 'offline'

/** Whether the server can be reached. While it can't, it is pinged every `pingIntervalMs` (spec 3 §4). */
export interface Connection {
  state(): ConnectionState
  setOffline(): void
  /** Pings while it counts as online, as when the browser says that the network is gone; offline where nothing answers. */
  check(): Promise<void>
  /** Pings at once, as when the browser says that the network is back. */
  pingNow(): Promise<void>
  subscribe(listener: (state: ConnectionState) => void): () => void
  stop(): void
}

export const createConnection = (parts: { ping(): Promise<boolean>; pingIntervalMs: number }): Connection => {
  const listeners = createListeners<ConnectionState>()
  let state: ConnectionState = 'online'
  let timer: ReturnType<typeof setInterval> | undefined
  let pinging: Promise<void> | undefined

  const stopPinging = () => {
    clearInterval(timer)
    timer = undefined
  }
  const ping = async () => {
    const reached = await parts.ping()
    if (!reached || state === 'online') return
    stopPinging()
    state = 'online'
    listeners.tell(state)
  }
  const pingNow = () => {
    if (state === 'online') return Promise.resolve()
    pinging ??= ping().finally(() => {
      pinging = undefined
    })
    return pinging
  }
  const setOffline = () => {
    if (state === 'offline') return
    state = 'offline'
    timer = setInterval(() => void pingNow(), parts.pingIntervalMs)
    listeners.tell(state)
  }
  return {
    state: () => state,
    setOffline,
    async check() {
      if (state === 'online' && !(await parts.ping())) setOffline()
    },
    pingNow,
    subscribe: listeners.add,
    stop: stopPinging,
  }
}
