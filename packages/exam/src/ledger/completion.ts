import type { ExamPlan } from '../time/exam-plan.ts'
import { type ExamTime, timeUp, untilOverMs } from '../time/exam-time.ts'
import { countable } from '../time/milliseconds.ts'
import { type LedgerEvent, pausedMs } from './ledger.ts'
import type { Outage } from './outages.ts'

/** The clocks of a browser and of the server differ by less: so much left of a time is none. */
export const noTimeLeftMs = 5000

/** Milliseconds that a learner can still use: none once every part is complete. Undefined if there is no end to it. */
export const usableLeftMs = (time: ExamTime): number | undefined => {
  const parts = Object.values(time.parts)
  return parts.length > 0 && parts.every((part) => part.isComplete) ? 0 : untilOverMs(time)
}

/** Whether nothing can be used any more because time ran out, and not because all parts were finished, or the others aren't asked. */
export const hasRunOut = (time: ExamTime): boolean => usableLeftMs(time) === 0 && timeUp(time, false) !== undefined

/** Milliseconds for which a completion isn't final that was made because time ran out; 0 if it is. */
export const leftToComplete = (time: ExamTime): number => {
  const leftMs = usableLeftMs(time) ?? 0
  return leftMs > noTimeLeftMs ? leftMs : 0
}

/** Milliseconds that the time has run for at most since the start of a ledger, reading included, and all that was used before it. */
const ranMs = (events: readonly LedgerEvent[], nowMs: number): number => {
  const startedMs = events[0]?.atMs ?? nowMs
  const before = events.flatMap((event) => {
    if (event.kind === 'start') return event.usedMs ?? 0
    return event.kind === 'hand-in' ? event.used.map(({ ms }) => countable(ms)) : []
  })
  return before.reduce((sum, ms) => sum + ms, nowMs - startedMs - pausedMs(events, nowMs))
}

/** Milliseconds that were given in all: to the exam, or to the parts that aren't complete. Undefined if something has no end. */
const givenMs = (plan: ExamPlan, time: ExamTime): number | undefined => {
  const ofExam = plan.timeMs > 0 ? plan.timeMs + time.addedMs : undefined
  const open = plan.parts.flatMap(({ id, timeMs }) => {
    const part = time.parts[id]
    return part && !part.isComplete ? [timeMs > 0 ? timeMs + part.addedMs : Number.POSITIVE_INFINITY] : []
  })
  const ofParts = open.length > 0 ? open.reduce((sum, ms) => sum + ms, 0) : Number.POSITIVE_INFINITY
  const leastMs = Math.min(ofExam ?? Number.POSITIVE_INFINITY, ofParts)
  return leastMs === Number.POSITIVE_INFINITY ? undefined : leastMs
}

/**
 * The same for a browser that knows the ledger, and so knows of all that was given: it may have been in other parts than the ledger has,
 * without a network. But nobody has used more time than went by, so what is left by that its clock ran ahead of.
 */
export const surelyLeft = (plan: ExamPlan, time: ExamTime, events: readonly LedgerEvent[], nowMs: number): number => {
  const leftMs = Math.min(leftToComplete(time), (givenMs(plan, time) ?? 0) - ranMs(events, nowMs))
  return leftMs > noTimeLeftMs ? leftMs : 0
}

/** How long an end is left to the learner's own browser before the server completes, in milliseconds. */
export interface Margins {
  /** After the end, and after an outage of the servers over it: a browser finishes, and what it kept arrives. */
  readonly finishMs: number
  readonly outageMs: number
  /** After the end while somebody is asked for more time. */
  readonly requestMs: number
}

/**
 * The moment from which on the server completes a form run whose time is over. Devices that could reach nobody then get the chance to
 * deliver first, and who waits for an answer to a request waits longer.
 */
export const completesFromMs = (
  endsAtMs: number,
  { finishMs, outageMs, requestMs }: Margins,
  { outages, isRequested }: { readonly outages: readonly Outage[]; readonly isRequested: boolean },
): number => {
  let fromMs = endsAtMs + (isRequested ? Math.max(requestMs, finishMs) : finishMs)
  for (const outage of outages)
    if (outage.toMs > endsAtMs && outage.fromMs < fromMs) fromMs = Math.max(fromMs, outage.toMs + outageMs)
  return fromMs
}
