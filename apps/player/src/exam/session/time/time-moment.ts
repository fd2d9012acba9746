import { announcement } from '@sitwell/exam/time/clock-display'
import type { TimeView } from '../../../sync/time/sitting-time.ts'

/** A moment of the time that a screen reader is told of; milliseconds. */
export type TimeMoment = { readonly kind: 'left'; readonly ms: number } | { readonly kind: 'reading-over' }

/** What is to be said between two looks at the clock; undefined if it would only disturb. */
export const momentBetween = (before: TimeView, now: TimeView): TimeMoment | undefined => {
  const was = before.timer.leftMs
  const is = now.timer.leftMs
  if (before.time.partId !== now.time.partId) return undefined
  if (before.isReading && !now.isReading) return { kind: 'reading-over' }
  if (was === undefined || is === undefined) return undefined
  const ms = announcement(was, is, now.timer.warningMs)
  return ms === undefined ? undefined : { kind: 'left', ms }
}
