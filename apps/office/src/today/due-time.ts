/** How long it is until a moment, in the largest unit of which at least one is left. */
export interface TimeLeft {
  readonly unit: 'day' | 'hour' | 'minute'
  readonly count: number
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** The time from `nowMs` to `deadlineMs` (Unix ms). Rounded down, so that nobody is shown more time than there is; 0 minutes once it is over. */
export const timeLeft = (deadlineMs: number, nowMs: number): TimeLeft => {
  const leftMs = Math.max(deadlineMs - nowMs, 0)
  for (const [unit, unitMs] of units) if (leftMs >= unitMs) return { unit, count: Math.floor(leftMs / unitMs) }
  return { unit: 'minute', count: 0 }
}
