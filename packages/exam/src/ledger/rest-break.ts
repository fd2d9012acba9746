import { restMsOf } from '../time/accommodation.ts'
import { type ExamTime, untilOverMs } from '../time/exam-time.ts'
import { countable } from '../time/milliseconds.ts'
import { type LedgerEvent, type NewEvent, ownTimeIn } from './ledger.ts'
import { heldAt, overlapMs, resumedAtMs, type Stretch } from './standstill.ts'

/** When a rest break is over by an event that comes after it; undefined if it continues. */
const endedBy = (begun: LedgerEvent, event: LedgerEvent): number | undefined => {
  switch (event.kind) {
    case 'resume':
      return resumedAtMs(begun, event)
    // What an invigilator holds from then on isn't taken from the learner's allowance.
    case 'pause':
    case 'resume-offer':
    case 'complete':
      return event.atMs
    default:
      return undefined
  }
}

/** The rest breaks of a ledger, in order: no two overlap, and the last one may not be over. */
export const restBreaks = (events: readonly LedgerEvent[]): Stretch[] => {
  const breaks: Stretch[] = []
  for (const [at, event] of events.entries()) {
    if (event.kind !== 'rest-break') continue
    // What was written while the time was held already began nothing.
    if (heldAt(events.slice(0, at), event.atMs)) continue
    const limitMs = event.atMs + countable(event.withinMs)
    const [endMs = limitMs] = events.slice(at + 1).flatMap((later) => endedBy(event, later) ?? [])
    breaks.push({ fromMs: event.atMs, toMs: Math.max(event.atMs, Math.min(limitMs, endMs)) })
  }
  return breaks
}

/** Where the rest breaks of a sitting stand, in milliseconds. */
export interface Rest {
  /** By so much the clock may stand still for rest breaks in all. */
  readonly allowanceMs: number
  /** The rest of it. */
  readonly leftMs: number
  /** The learner is having one. */
  readonly isResting: boolean
}

/** Where the rest breaks of a sitting stand at a moment that is after all that was written. */
export const restAt = (events: readonly LedgerEvent[], nowMs: number): Rest => {
  const breaks = restBreaks(events)
  const allowanceMs = restMsOf(ownTimeIn(events))
  const usedMs = overlapMs(breaks, breaks[0]?.fromMs ?? nowMs, nowMs)
  return {
    allowanceMs,
    leftMs: Math.max(0, allowanceMs - usedMs),
    isResting: breaks.some(({ toMs }) => toMs > nowMs),
  }
}

/** Milliseconds of an allowance that are too few to begin another break for. */
const leastRestMs = 1000

/** Why no rest break begins: one is being had, the time is held otherwise, it is over, or nothing is left of the allowance. */
export type NoRest = 'resting' | 'held' | 'over' | 'spent'

/**
 * What is written as a rest break begins, by whoever begins it: the clock stands still from that moment on, which is the server's own, and no longer than
 * what is left of the allowance.
 */
export const beginRest = (
  events: readonly LedgerEvent[],
  time: ExamTime,
  nowMs: number,
): Extract<NewEvent, { kind: 'rest-break' }> | NoRest => {
  const { leftMs, isResting } = restAt(events, nowMs)
  if (isResting) return 'resting'
  if (heldAt(events, nowMs)) return 'held'
  if (untilOverMs(time) === 0) return 'over'
  return leftMs < leastRestMs ? 'spent' : { kind: 'rest-break', withinMs: leftMs }
}
