import { reportAbsence } from '@sitwell/contract'
import { believedAbsences } from '@sitwell/exam/absence'
import { leftToComplete } from '@sitwell/exam/completion'
import { type Happening, pausedMs, timeAt } from '@sitwell/exam/ledger'
import { millisecondsOf } from '@sitwell/exam/milliseconds'
import { uncomplete } from '../assessment/complete-form-run.ts'
import { contactOf } from '../assessment/contact.ts'
import { formRunStateOf } from '../assessment/form-run-state.ts'
import { offlineRules } from '../assessment/offline-rules.ts'
import { ownFormRun } from '../assessment/own-form-run.ts'
import { changeLedger, type Decided, type Decision, type LedgerState, serverAuthor } from '../assessment/time-ledger.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { isSetOn, organisationSetting } from '../security/organisation-setting.ts'

/** Whether an exam stands still while its connection is lost; learners of other organisations go on offline (spec 3 §4). */
const pausesOnLostConnection = 'NotifyLearnerImmediatelyOnConnectionLoss'

/**
 * Whether a form run that is completed goes on, once what stood still is taken out of its time: where it was completed because its time
 * was over, by whomever, and by this it isn't. What its learner chose is final, and so is what they may know the mark of, and what was
 * completed longer ago than answers may come late.
 */
const goesOn = ({ run, plan, events, nowMs }: LedgerState, absences: readonly Happening[], withinMs: number): boolean => {
  const last = events.findLast(({ kind }) => kind === 'complete')
  if (run.completed_at === null || last?.kind !== 'complete' || last.because === 'chosen') return false
  if (run.marks_told_at !== null || nowMs - run.completed_at > withinMs) return false
  const after = timeAt(plan, [...events, ...absences.map((absence) => ({ ...absence, atMs: nowMs }))], nowMs)
  return after !== undefined && leftToComplete(after) > 0
}

/**
 * Takes a lost connection out of the learner's time, as far as this server, and any other over the same database, heard nothing. What
 * was completed meanwhile for want of that time is opened again; none goes by for what lies between.
 */
export const reportAbsenceRoute = (ground: Ground) =>
  route(reportAbsence, async ({ caller, body }) => {
    const run = await ownFormRun(ground.database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    if (!isSetOn(await organisationSetting(ground.database, caller.orgId, pausesOnLostConnection)))
      return refuse('CANNOT_CHANGE_TIME', `The setting ${pausesOnLostConnection} is not on.`)
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    // Whoever is connected live was there, though they asked for nothing.
    await ground.live.ask(place)
    const claim = { claimedMs: millisecondsOf(body.absentTime), endedAgoMs: millisecondsOf(body.endedAgo) }
    const { offlineMs } = await offlineRules(ground.database, caller.orgId)
    let isOpenAgain = false
    const believe: Decision = (state): readonly Decided[] => {
      const { run: held, events, nowMs } = state
      const isRepeated = body.requestId !== undefined && events.some(({ requestId }) => requestId === body.requestId)
      if (isRepeated) return []
      const absences = believedAbsences(claim, contactOf(held), nowMs).map(
        ({ fromMs, toMs }): Happening => ({ kind: 'absence', byMs: toMs - fromMs, ...(toMs !== nowMs && { untilMs: toMs }) }),
      )
      // What stood still already, by a pause or an earlier claim, is not written once more.
      const isNew = (absence: Happening) => pausedMs([...events, { ...absence, atMs: nowMs }], nowMs) > pausedMs(events, nowMs)
      const found = absences.filter(isNew)
      if (held.completed_at === null) return found
      isOpenAgain = goesOn(state, found, offlineMs)
      const text = 'Its time was not over: it had stood still while the connection was lost.'
      return isOpenAgain ? [...found, { kind: 'reopen', byMs: 0, text, by: serverAuthor }] : []
    }
    const state = await changeLedger(ground, place, caller, believe, body.requestId, (kysely, after) =>
      isOpenAgain ? uncomplete(kysely, after.run) : Promise.resolve(after.run),
    )
    if (!state) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    // Only now: the claim itself ends the silence that it is about.
    await ground.contacts.note(place)
    if (isOpenAgain) ground.live.tell(place, state.events.slice(-1))
    if (state.run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    return { ok: true, value: formRunStateOf(state, ground.clock.nowMs()) }
  })
