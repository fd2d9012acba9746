import { type AbsenceClaim, believedAbsence, believedWaits } from '@sitwell/exam/ledger/absence'
import { leftToComplete } from '@sitwell/exam/ledger/completion'
import { type NewEvent, pausedMs, timeAt } from '@sitwell/exam/ledger/ledger'
import type { Stretch } from '@sitwell/exam/ledger/standstill'
import { contactOf, type HeardFrom, isOwn } from './contact.ts'
import { type Decided, type LedgerState, serverAuthor } from './time-ledger.ts'

const writtenAt = (newEvents: readonly NewEvent[], atMs: number) => newEvents.map((one) => ({ ...one, atMs }))

/**
 * The events for the stretches in which an exam stood still. What stood still already, by a pause or an earlier claim, is not written once
 * more. `believe` is asked only of the learner's own requests: those of an administrator in their name are no contact, and would be a
 * silence.
 */
const absencesIn = ({ events, nowMs }: LedgerState, by: HeardFrom, believe: () => readonly Stretch[]): NewEvent[] => {
  if (!isOwn(by)) return []
  const absences: NewEvent[] = []
  const stillMs = (more: readonly NewEvent[]) => pausedMs([...events, ...writtenAt(more, nowMs)], nowMs)
  for (const { fromMs, toMs } of believe()) {
    const absence: NewEvent = { kind: 'absence', byMs: toMs - fromMs, ...(toMs !== nowMs && { untilMs: toMs }) }
    if (stillMs([...absences, absence]) > stillMs(absences)) absences.push(absence)
  }
  return absences
}

/** What is believed of a claim that the connection was lost. */
export const acceptedAbsences = (state: LedgerState, claim: AbsenceClaim, by: HeardFrom): NewEvent[] =>
  absencesIn(state, by, () => {
    const absence = believedAbsence(claim, contactOf(state.run), state.nowMs)
    return absence ? [absence] : []
  })

/** What is believed of the claims that a learner waited for the key of a part. */
export const acceptedWaits = (state: LedgerState, waits: readonly AbsenceClaim[], by: HeardFrom): NewEvent[] =>
  absencesIn(state, by, () => believedWaits(waits, contactOf(state.run), state.nowMs))

/**
 * Whether a form run that is completed continues, once what stood still is taken out of its time: where it was completed because its time
 * was over, by whomever, and by this it isn't. What its learner chose is final, and so is what they may know the mark of, and what was
 * completed longer ago than answers may come late (`withinMs`).
 */
export const shouldReopen = (
  { run, plan, events, nowMs }: LedgerState,
  absences: readonly NewEvent[],
  withinMs: number,
): boolean => {
  const last = events.findLast(({ kind }) => kind === 'complete')
  if (run.completed_at === null || last?.kind !== 'complete' || last.because === 'chosen') return false
  if (run.marks_told_at !== null || nowMs - run.completed_at > withinMs) return false
  const after = timeAt(plan, [...events, ...writtenAt(absences, nowMs)], nowMs)
  return after !== undefined && leftToComplete(after) > 0
}

/** The server opens such a form run again. The time between goes by, except for what stood still. */
export const reopenEvent: Decided = {
  kind: 'reopen',
  byMs: 0,
  text: 'Its time was not over: it had stood still while the connection was lost.',
  by: serverAuthor,
}
