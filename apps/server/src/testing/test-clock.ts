import type { Clock } from '../clock.ts'

/** A clock that stands still until a test lets time pass, in milliseconds. */
export const createTestClock = (): { readonly clock: Clock; pass(ms: number): void } => {
  let nowMs = Date.UTC(2026, 10, 21, 9)
  return {
    clock: { nowMs: () => nowMs },
    pass: (ms) => {
      nowMs += ms
    },
  }
}
