import { reportAbsence } from '@sitwell/contract'
import { believedAbsences } from '@sitwell/exam/absence'
import { type Happening, pausedMs } from '@sitwell/exam/ledger'
import { millisecondsOf } from '@sitwell/exam/milliseconds'
import { contactOf } from '../assessment/contact.ts'
import { formRunStateOf } from '../assessment/form-run-state.ts'
import { ownFormRun } from '../assessment/own-form-run.ts'
import { changeLedger, type Decision } from '../assessment/time-ledger.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { isSetOn, organisationSetting } from '../security/organisation-setting.ts'

/** Whether an exam stands still while its connection is lost; learners of other organisations go on offline (spec 3 §4). */
const pausesOnLostConnection = 'NotifyLearnerImmediatelyOnConnectionLoss'

/** Takes a lost connection out of the learner's time, as far as this server, and any other over the same database, heard nothing. */
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
    const believe: Decision = ({ run: held, events, nowMs }) => {
      const isRepeated = body.requestId !== undefined && events.some(({ requestId }) => requestId === body.requestId)
      if (isRepeated || held.completed_at !== null) return []
      const absences = believedAbsences(claim, contactOf(held), nowMs).map(
        ({ fromMs, toMs }): Happening => ({ kind: 'absence', byMs: toMs - fromMs, ...(toMs !== nowMs && { untilMs: toMs }) }),
      )
      // What stood still already, by a pause or an earlier claim, is not written once more.
      const isNew = (absence: Happening) => pausedMs([...events, { ...absence, atMs: nowMs }], nowMs) > pausedMs(events, nowMs)
      return absences.filter(isNew)
    }
    const state = await changeLedger(ground, place, caller, believe, body.requestId)
    if (!state) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    // Only now: the claim itself ends the silence that it is about.
    await ground.contacts.note(place)
    if (state.run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    return { ok: true, value: formRunStateOf(state, ground.clock.nowMs()) }
  })
