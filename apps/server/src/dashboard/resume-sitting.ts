import { resumeSitting } from '@sitwell/contract'
import { takesHold } from '@sitwell/exam/ledger/standstill'
import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { changeLedger, contactOf, type Decision, formRunStateOf, isOwn } from '../assessment/ledger/index.ts'
import type { FormRunTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'

/** Milliseconds after a silence in which a browser that is back tells what it has to tell. */
const tellingMs = 5000

/** For how long nothing was heard of a form run, up to now, or to a moment ago. */
const unheardMs = (run: FormRunTable, nowMs: number): number => {
  const { heardAtMs = nowMs, lastSilence } = contactOf(run)
  const isJustOver = lastSilence && nowMs - lastSilence.toMs <= tellingMs
  return nowMs - (isJustOver ? lastSilence.fromMs : heardAtMs)
}

/** The learner takes the offer to continue after a pause, or has read a grant; if there is none, or only a later one, nothing changes. */
export const resumeSittingRoute = (context: DashboardContext) =>
  route(resumeSitting, async ({ caller, body }) => {
    const run = await ownFormRun(context.database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    await context.contacts.note(place, caller)
    let before = 0
    const takeOffer: Decision = ({ run: held, events, nowMs }) => {
      before = events.length
      if (held.completed_at !== null || !takesHold(events, body.offer, nowMs)) return []
      const agoMs = Math.max(0, Math.min(millisecondsOf(body.takenAgo ?? 0), isOwn(caller) ? unheardMs(held, nowMs) : 0))
      return [{ kind: 'resume', ...(agoMs > 0 && { agoMs }) }]
    }
    const state = await changeLedger(context, place, caller, takeOffer, body.requestId)
    if (!state) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    context.live.tell(place, state.events.slice(before))
    if (state.run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    return { ok: true, value: formRunStateOf(state, context.clock.nowMs()) }
  })
