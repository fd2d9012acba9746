import { type AbsenceClaim, believedAbsences } from '@sitwell/exam/ledger/absence'
import { leftToComplete } from '@sitwell/exam/ledger/completion'
import { type NewEvent, pausedMs, timeAt } from '@sitwell/exam/ledger/ledger'
import { contactOf, type HeardFrom, isOwn } from './contact.ts'
import { type Decided, type LedgerState, serverAuthor } from './time-ledger.ts'

const writtenAt = (newEvents: readonly NewEvent[], atMs: number) => newEvents.map((one) => ({ ...one, atMs }))

/**
 * What a browser says that its exam stood still for, as far as nothing was heard of the form run meanwhile; what stood still already, by
 * a pause or an earlier claim, is not written once more. An administrator in its learner's name is believed nothing: their own requests
 * are no contact, and would be a silence.
 */
export const absencesOf = ({ run, events, nowMs }: LedgerState, claims: readonly AbsenceClaim[], by: HeardFrom): NewEvent[] => {
  if (!isOwn(by)) return []
  const absences: NewEvent[] = []
  const stillMs = (more: readonly NewEvent[]) => pausedMs([...events, ...writtenAt(more, nowMs)], nowMs)
  for (const claim of claims)
    for (const { fromMs, toMs } of believedAbsences(claim, contactOf(run), nowMs)) {
      const absence: NewEvent = { kind: 'absence', byMs: toMs - fromMs, ...(toMs !== nowMs && { untilMs: toMs }) }
      if (stillMs([...absences, absence]) > stillMs(absences)) absences.push(absence)
    }
  return absences
}

/**
 * Whether a form run that is completed goes on, once what stood still is taken out of its time: where it was completed because its time
 * was over, by whomever, and by this it isn't. What its learner chose is final, and so is what they may know the mark of, and what was
 * completed longer ago than answers may come late (`withinMs`).
 */
export const goesOn = ({ run, plan, events, nowMs }: LedgerState, absences: readonly NewEvent[], withinMs: number): boolean => {
  const last = events.findLast(({ kind }) => kind === 'complete')
  if (run.completed_at === null || last?.kind !== 'complete' || last.because === 'chosen') return false
  if (run.marks_told_at !== null || nowMs - run.completed_at > withinMs) return false
  const after = timeAt(plan, [...events, ...writtenAt(absences, nowMs)], nowMs)
  return after !== undefined && leftToComplete(after) > 0
}

/** The server opens such a form run again. The time between goes by, but for what stood still. */
export const goingOn: Decided = {
  kind: 'reopen',
  byMs: 0,
  text: 'Its time was not over: it had stood still while the connection was lost.',
  by: serverAuthor,
}
