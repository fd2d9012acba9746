/** What time it is, in milliseconds since 1970. A parameter wherever time matters, so that a test sets it. */
export interface Clock {
  nowMs(): number
}

/** The only place of the server that asks the machine. */
export const systemClock: Clock = { nowMs: () => Date.now() }
