import type { ExamPlan } from './exam-plan.ts'
import {
  completePart,
  type ExamTime,
  enterPart,
  freshTime,
  giveTime,
  passTime,
  pauseTime,
  resumeTime,
  skipReading,
  wholeLeftMs,
} from './exam-time.ts'
import { countable } from './milliseconds.ts'

/** What happened to a form run's time. */
export type Happening =
  /** It began, with so much used already: of a form run that was sat before it had a ledger. */
  | { readonly kind: 'start'; readonly partId?: string | undefined; readonly usedMs?: number | undefined }
  | { readonly kind: 'pause' | 'resume' }
  /** `sequence`: the last save that the learner had numbered by then; what was numbered later came after it. */
  | { readonly kind: 'enter' | 'complete-part'; readonly partId: string; readonly sequence?: number | undefined }
  | { readonly kind: 'skip-reading'; readonly partId: string }
  /** Granted on request, once; `extra-time` is given without one, as often as needed. */
  | { readonly kind: 'extension' | 'extra-time'; readonly byMs: number }
  | { readonly kind: 'extension-request' | 'extension-decline' | 'extension-withdraw' }
  /** The learner's connection had been lost, and their browser let the exam stand still for so long, up to this moment. */
  | { readonly kind: 'absence'; readonly byMs: number }
  /** Something that somebody wrote down; it changes no time by itself. */
  | { readonly kind: 'incident'; readonly text: string }

/** With its moment, in milliseconds of the clock of the one who keeps the ledger. */
export type LedgerEvent = Happening & { readonly atMs: number }

const happens = (time: ExamTime, plan: ExamPlan, event: Happening): ExamTime => {
  switch (event.kind) {
    case 'start':
      return passTime(enterPart(time, plan, event.partId), event.usedMs ?? 0)
    case 'pause':
      return pauseTime(time)
    case 'resume':
      return resumeTime(time)
    case 'enter':
      return enterPart(time, plan, event.partId)
    case 'complete-part':
      return completePart(time, event.partId)
    case 'skip-reading':
      return skipReading(time, event.partId)
    case 'extension':
    case 'extra-time':
      return giveTime(time, event.byMs)
    case 'extension-request':
    case 'extension-decline':
    case 'extension-withdraw':
    case 'absence':
    case 'incident':
      return time
  }
}

/** What is only written down, whenever that is: also after the moment that is asked for, up to which no more time goes by for it. */
const changesNoTime: ReadonlySet<LedgerEvent['kind']> = new Set([
  'extension-request',
  'extension-decline',
  'extension-withdraw',
  'incident',
])

/** Milliseconds before an event in which no time went by, though nobody knew of it then. */
const stoodStillMs = (event: LedgerEvent) => (event.kind === 'absence' ? countable(event.byMs) : 0)

/** Milliseconds between two moments in which, as turned out later, no time went by. */
const stillBetween = (events: readonly LedgerEvent[], fromMs: number, toMs: number): number =>
  events.reduce((sum, event) => {
    const sinceMs = event.atMs - stoodStillMs(event)
    return sum + countable(Math.min(toMs, event.atMs) - Math.max(fromMs, sinceMs))
  }, 0)

/**
 * The time of a sitting at a moment, worked out from its ledger in the order in which it was written. Undefined where it has no
 * start. A moment before the last one counts as that one: clocks of two servers differ a little, and no time comes back by it.
 */
export const timeAt = (plan: ExamPlan, events: readonly LedgerEvent[], nowMs: number): ExamTime | undefined => {
  const [first] = events
  if (first?.kind !== 'start') return undefined
  let time = freshTime(plan)
  let atMs = first.atMs
  for (const event of events) {
    if (changesNoTime.has(event.kind)) continue
    const passedMs = countable(event.atMs - atMs) - stillBetween(events, atMs, event.atMs)
    time = happens(passTime(time, countable(passedMs)), plan, event)
    atMs = Math.max(atMs, event.atMs)
  }
  return passTime(time, countable(nowMs - atMs))
}

/** When a part was closed for good, and the last save that the learner had numbered by then, where that is known. */
export interface Closing {
  readonly atMs: number
  readonly sequence: number | undefined
}

/** The parts of a ledger that are closed: finished, left where there is no way back, or passed over. */
export const closedParts = (plan: ExamPlan, events: readonly LedgerEvent[]): ReadonlyMap<string, Closing> => {
  const closed = new Map<string, Closing>()
  let time = freshTime(plan)
  for (const event of events) {
    if (event.kind !== 'start' && event.kind !== 'enter' && event.kind !== 'complete-part') continue
    time = happens(time, plan, event)
    const sequence = event.kind === 'start' ? undefined : event.sequence
    for (const [id, { isComplete }] of Object.entries(time.parts))
      if (isComplete && !closed.has(id)) closed.set(id, { atMs: event.atMs, sequence })
  }
  return closed
}

/** The moment at which nothing can be used any more, if nothing else happens. Undefined in a pause, and where there is no end. */
export const endsAtMs = (time: ExamTime, nowMs: number): number | undefined => {
  const leftMs = time.isPaused ? undefined : wholeLeftMs(time)
  return leftMs === undefined ? undefined : nowMs + leftMs
}

/** When a part's own time is over: undefined where it isn't running or isn't timed. Complete parts are over already. */
export const partEndsAtMs = (time: ExamTime, partId: string, nowMs: number): number | undefined => {
  const part = time.parts[partId]
  if (!part || part.isComplete || part.leftMs === undefined || time.isPaused || time.partId !== partId) return undefined
  return nowMs + part.readingLeftMs + part.leftMs
}

/** Milliseconds for which the time stood still in all, up to a moment: pauses, and connections that were lost. */
export const pausedMs = (events: readonly LedgerEvent[], nowMs: number): number => {
  let sum = 0
  let sinceMs: number | undefined
  for (const event of events) {
    sum += stoodStillMs(event)
    if (event.kind === 'pause') sinceMs ??= event.atMs
    if (event.kind !== 'resume' || sinceMs === undefined) continue
    sum += countable(event.atMs - sinceMs)
    sinceMs = undefined
  }
  return sinceMs === undefined ? sum : sum + countable(nowMs - sinceMs)
}
