import type { FormRunState } from '@sitwell/contract'
import { extensionMs, extensionStatus, extensionStatuses, isExtendable } from '@sitwell/exam/ledger/extension'
import { isAboutMarks, pausedMs } from '@sitwell/exam/ledger/ledger'
import { restAt } from '@sitwell/exam/ledger/rest-break'
import { heldAt } from '@sitwell/exam/ledger/standstill'
import { elapsedSeconds, remainingSeconds } from '@sitwell/exam/time/exam-times'
import { partSeconds, partsNotAsked } from '../form-run/index.ts'
import { examLeftMs, examUsedMs, type LedgerState } from './time-ledger.ts'

/** Whether a session of the integrity monitor was lost, and none has begun since. */
const isMonitorLost = (events: LedgerState['events']): boolean =>
  events
    .flatMap((event) => (event.kind === 'supervision' && event.provider === 'IntegrityAdvocate' ? [event.what] : []))
    .findLast((what) => what !== 'refusal') === 'loss'

/**
 * The offer to continue that a learner may take, or the grant that they have yet to read, with the seconds for which it lets the time stand;
 * undefined if nothing is held, or an invigilator's pause isn't over.
 */
export const offerAt = (events: LedgerState['events'], nowMs: number): FormRunState['resumeOffer'] => {
  const held = heldAt(events, nowMs)
  if (!held?.offer) return undefined
  const { number, ...offer } = held.offer
  return {
    number,
    seconds: ((held.untilMs ?? nowMs) - nowMs) / 1000,
    ...(offer.kind === 'extension' && { extension: offer.byMs / 1000 }),
    ...(offer.kind === 'rest-break' && { rest: true }),
  }
}

/** The allowance of rest breaks, and what is left of it; no field for a learner without one. */
const restIn = (events: LedgerState['events'], nowMs: number): Pick<FormRunState, 'restBreaks'> => {
  const { allowanceMs, leftMs } = restAt(events, nowMs)
  return allowanceMs > 0 ? { restBreaks: { allowance: allowanceMs / 1000, left: leftMs / 1000 } } : {}
}

/** How a form run stands, as the contract says it: an allow-list, times in seconds. */
export const formRunStateOf = (state: LedgerState, nowMs: number): FormRunState => {
  const { run, plan, time, events, loaded } = state
  const status = extensionStatus(events)
  const left = partsNotAsked(events)
  const completion = run.completed_at === null ? undefined : events.findLast((event) => event.kind === 'complete')
  const offer = run.completed_at === null ? offerAt(events, nowMs) : undefined
  return {
    formRunGuid: run.form_run_guid,
    // One that rose with each mark would tell the learner how far the marking is.
    number: events.findLast(({ kind }) => !isAboutMarks(kind))?.number ?? 0,
    completed: run.completed_at !== null,
    ...(completion && { completedBecause: completion.because }),
    paused: time.isPaused && offer === undefined,
    ...(offer && { resumeOffer: offer }),
    ...(isMonitorLost(events) && { monitorLost: true }),
    pausedTime: pausedMs(events, nowMs) / 1000,
    ...restIn(events, nowMs),
    ...(time.partId !== undefined && { partId: time.partId }),
    extensionStatus: status,
    extendable: extensionMs(events) / 1000,
    isExtendable: isExtendable(loaded.exam.settings.isExtendable ?? false, status),
    awaitingExtension: status === extensionStatuses.requested,
    examTime: (plan.timeMs + time.addedMs) / 1000,
    examTimeRemaining: remainingSeconds(examLeftMs(state) ?? 0),
    elapsedTime: elapsedSeconds(examUsedMs(state)),
    sections: [...partSeconds(plan, time)].map(([id, seconds]) => ({
      id,
      ...seconds,
      complete: seconds.complete === true,
      ...(left.has(id) && { notAsked: true }),
    })),
    time: new Date(nowMs).toISOString(),
  }
}
