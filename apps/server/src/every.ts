import type { Clock } from './clock.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** Does something once in so many milliseconds at most, the first time so long after the start: whoever restarts has a moment to set it right. */
export const every = (periodMs: number, clock: Clock, work: () => Promise<void>): (() => Promise<void>) => {
  let lastMs: number | undefined
  return async () => {
    const nowMs = clock.nowMs()
    lastMs ??= nowMs
    if (nowMs - lastMs < periodMs) return
    lastMs = nowMs
    await work()
  }
}
