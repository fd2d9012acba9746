import type { Clock } from '../clock.ts'

const hourMs = 60 * 60_000

/** Does something at most once an hour, the first time an hour after the start: whoever restarts has a moment to set it right. */
export const hourly = (clock: Clock, work: () => Promise<void>): (() => Promise<void>) => {
  let lastMs: number | undefined
  return async () => {
    const nowMs = clock.nowMs()
    lastMs ??= nowMs
    if (nowMs - lastMs < hourMs) return
    lastMs = nowMs
    await work()
  }
}
