import { reportAbsence } from '@sitwell/contract'
import { absenceMs } from '@sitwell/exam/absence'
import type { Happening } from '@sitwell/exam/ledger'
import { millisecondsOf } from '@sitwell/exam/milliseconds'
import { formRunStateOf } from '../assessment/form-run-state.ts'
import { ownFormRun } from '../assessment/own-form-run.ts'
import { changeLedger } from '../assessment/time-ledger.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { selectLastAnswerAt, selectSettingValue } from './queries.ts'

/** Whether an exam stands still while its connection is lost; learners of other organisations go on offline (spec 3 §4). */
const pausesOnLostConnection = 'NotifyLearnerImmediatelyOnConnectionLoss'

/** What an invigilator may have written meanwhile: it doesn't show that the connection was there. In a pause no time goes by anyway. */
const byOthers: ReadonlySet<Happening['kind']> = new Set(['incident', 'extension-decline', 'extension', 'extra-time'])

/** Takes a lost connection out of the learner's time, as far back as this server has heard nothing of them. */
export const reportAbsenceRoute = (ground: Ground) =>
  route(reportAbsence, async ({ caller, body }) => {
    const run = await ownFormRun(ground.database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const setting = await selectSettingValue(ground.database, caller.orgId, pausesOnLostConnection)
    if (!/^(1|true|yes|on)$/i.test(setting?.trim() ?? ''))
      return refuse('CANNOT_CHANGE_TIME', `The setting ${pausesOnLostConnection} is not on.`)
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    const lastAnswerMs = await selectLastAnswerAt(ground.database, place)
    const state = await changeLedger(
      ground,
      place,
      caller,
      ({ run: held, events, nowMs }) => {
        const isRepeated = body.requestId !== undefined && events.some(({ requestId }) => requestId === body.requestId)
        const lastEventMs = events.findLast(({ kind }) => !byOthers.has(kind))?.atMs ?? nowMs
        const byMs = absenceMs({ claimedMs: millisecondsOf(body.absentTime), nowMs, lastAnswerMs, lastEventMs })
        return isRepeated || byMs === 0 || held.completed_at !== null ? [] : [{ kind: 'absence', byMs }]
      },
      body.requestId,
    )
    if (!state) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    if (state.run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    return { ok: true, value: formRunStateOf(state, ground.clock.nowMs()) }
  })
