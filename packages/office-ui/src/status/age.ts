import type { OfficeMessageId } from '@sitwell/i18n/message-ids'

/** How long ago something was, in the largest unit of which at least one has passed. */
export interface Age {
  readonly id: Extract<OfficeMessageId, 'status.seconds' | 'status.minutes' | 'status.hours' | 'status.days'>
  readonly count: number
}

const units = [
  ['status.days', 86_400_000],
  ['status.hours', 3_600_000],
  ['status.minutes', 60_000],
] as const

/**
 * The age at `nowMs` of what was known at `asOfMs` (Unix ms). Rounded up, so that nothing is shown as fresher than it is; a moment that is
 * still to come, by clocks that differ, is 0 seconds ago.
 */
export const ageOf = (asOfMs: number, nowMs: number): Age => {
  const pastMs = Math.max(nowMs - asOfMs, 0)
  for (const [id, unitMs] of units) if (pastMs > unitMs) return { id, count: Math.ceil(pastMs / unitMs) }
  return { id: 'status.seconds', count: Math.ceil(pastMs / 1000) }
}
