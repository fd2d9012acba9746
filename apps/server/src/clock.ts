/**
 * The current time in milliseconds since 1970. Functions that depend on time take it as a parameter, so that a test can set it.
 */
export interface Clock {
  nowMs(): number
}

/** The only place of the server that asks the machine. */
export const systemClock: Clock = { nowMs: () => Date.now() }
