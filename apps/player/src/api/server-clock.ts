/** The server's time as far as the browser knows it (spec 1 §3, time). */
export interface ServerClock {
  nowMs(): number
  /** The browser's own clock, whatever the server's says. */
  browserMs(): number
  /** An answer of the server: its time, and the browser's when the question was sent and the answer came, all milliseconds. */
  learn(serverMs: number, askedMs: number, answeredMs: number): void
  isKnown(): boolean
}

/** `nowMs` is the browser's own clock, the only one until the server has been asked. */
export const createServerClock = (nowMs: () => number): ServerClock => {
  let offsetMs: number | undefined
  return {
    nowMs: () => nowMs() + (offsetMs ?? 0),
    browserMs: nowMs,
    isKnown: () => offsetMs !== undefined,
    // Half the way there and back is the best guess of when the server looked at its clock.
    learn: (serverMs, askedMs, answeredMs) => {
      offsetMs = serverMs - (askedMs + answeredMs) / 2
    },
  }
}
