import { createListeners } from './listeners.ts'

export type ConnectionState = 'online' | 'offline'

/** Whether the server can be reached. While it can't, it is pinged every `pingIntervalMs` (spec 3 §4). */
export interface Connection {
  state(): ConnectionState
  setOffline(): void
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
  return {
    state: () => state,
    setOffline() {
      if (state === 'offline') return
      state = 'offline'
      timer = setInterval(() => void pingNow(), parts.pingIntervalMs)
      listeners.tell(state)
    },
    pingNow,
    subscribe: listeners.add,
    stop: stopPinging,
  }
}
