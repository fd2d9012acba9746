import { type ExamTime, untilOverMs } from './exam-time.ts'
import type { Outage } from './outages.ts'

/** Why a form run was completed: its learner chose to, their browser saw the time end, or the server did, with nobody there. */
export type CompletedBecause = 'chosen' | 'time-over' | 'server'

/** The clocks of a browser and of the server differ by less: so much left of a time is none. */
export const noTimeLeftMs = 5000

/** Milliseconds that a learner can still use: none once every part is complete. Undefined where there is no end to it. */
export const usableLeftMs = (time: ExamTime): number | undefined => {
  const parts = Object.values(time.parts)
  return parts.length > 0 && parts.every((part) => part.isComplete) ? 0 : untilOverMs(time)
}

/** Milliseconds for which a completion isn't final that was made because time ran out; 0 where it is. */
export const leftToComplete = (time: ExamTime): number => {
  const leftMs = usableLeftMs(time) ?? 0
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
