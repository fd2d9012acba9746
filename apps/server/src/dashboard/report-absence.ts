import { reportAbsence } from '@sitwell/contract'
import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import { offlineRules } from '../assessment/answers/index.ts'
import { ownFormRun } from '../assessment/form-run/index.ts'
import {
  acceptedAbsences,
  changeLedger,
  type Decision,
  formRunStateOf,
  reopenEvent,
  shouldReopen,
} from '../assessment/ledger/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { isSetOn, organisationSetting } from '../security/organisation/organisation-setting.ts'
import type { DashboardContext } from './dashboard-context.ts'

/** Whether an exam stands still while its connection is lost; learners of other organisations continue offline (spec 3 §4). */
const pausesOnLostConnection = 'NotifyLearnerImmediatelyOnConnectionLoss'

/**
 * Takes a lost connection out of the learner's time, as far as this server, and any other over the same database, heard nothing. A form
 * run that was completed meanwhile for want of that time is opened again.
 */
export const reportAbsenceRoute = (context: DashboardContext) =>
  route(reportAbsence, async ({ caller, body }) => {
    const run = await ownFormRun(context.database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    if (!isSetOn(await organisationSetting(context.database, caller.orgId, pausesOnLostConnection)))
      return refuse('CANNOT_CHANGE_TIME', `The setting ${pausesOnLostConnection} is not on.`)
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    // Whoever is connected live was there, though they asked for nothing.
    await context.live.ask(place)
    const claim = { claimedMs: millisecondsOf(body.absentTime), endedAgoMs: millisecondsOf(body.endedAgo) }
    const { offlineMs } = await offlineRules(context.database, caller.orgId)
    let isOpenAgain = false
    const believe: Decision = (state) => {
      const { run: held, events } = state
      const isRepeated = body.requestId !== undefined && events.some(({ requestId }) => requestId === body.requestId)
      if (isRepeated) return []
      const absences = acceptedAbsences(state, claim, caller)
      if (held.completed_at === null) return absences
      isOpenAgain = shouldReopen(state, absences, offlineMs)
      return isOpenAgain ? [...absences, reopenEvent] : []
    }
    const state = await changeLedger(context, place, caller, believe, body.requestId)
    if (!state) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    // Only now: the claim itself ends the silence that it is about.
    await context.contacts.note(place, caller)
    if (isOpenAgain) context.live.tell(place, state.events.slice(-1))
    if (state.run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    return { ok: true, value: formRunStateOf(state, context.clock.nowMs()) }
  })
