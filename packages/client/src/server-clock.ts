/** The server's time as far as the browser knows it (spec 1 §3, time). */
export interface ServerClock {
  nowMs(): number
  /** The browser's own clock, whatever the server's says. */
  browserMs(): number
  /** Called as the server is asked; what it gives is called with the server's time as its answer comes, milliseconds since 1970. */
  ask(): (serverMs: number) => void
  isKnown(): boolean
}

/** `nowMs` is the browser's own clock, the only one until the server has been asked. */
export const createServerClock = (nowMs: () => number): ServerClock => {
  let offsetMs: number | undefined
  return {
    nowMs: () => nowMs() + (offsetMs ?? 0),
    browserMs: nowMs,
    isKnown: () => offsetMs !== undefined,
    // Both moments by the clock that the offset is for: one that stands still in a computer's sleep is somewhere else. Half the way
    // there and back is the best guess of when the server looked at its own.
    ask: () => {
      const askedMs = nowMs()
      return (serverMs) => {
        offsetMs = serverMs - (askedMs + nowMs()) / 2
      }
    },
  }
}
