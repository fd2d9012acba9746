import { resumeSitting } from '@sitwell/contract'
import { heldAt } from '@sitwell/exam/standstill'
import { formRunStateOf } from '../assessment/form-run-state.ts'
import { ownFormRun } from '../assessment/own-form-run.ts'
import { changeLedger, type Decision } from '../assessment/time-ledger.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'

/** The learner takes the offer to go on after a pause; where there is none, or only a later one, nothing changes. */
export const resumeSittingRoute = (ground: Ground) =>
  route(resumeSitting, async ({ caller, body }) => {
    const run = await ownFormRun(ground.database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    await ground.contacts.note(place)
    let before = 0
    const takeOffer: Decision = ({ run: held, events, nowMs }) => {
      before = events.length
      const offer = heldAt(events, nowMs)?.offer
      // Of a pause before this one, told late: the learner hasn't seen this one.
      const pausedSince = events.findLast(({ kind }) => kind === 'pause')?.number ?? 0
      return held.completed_at === null && offer && body.offer > pausedSince ? [{ kind: 'resume' }] : []
    }
    const state = await changeLedger(ground, place, caller, takeOffer, body.requestId)
    if (!state) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    ground.live.tell(place, state.events.slice(before))
    if (state.run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    return { ok: true, value: formRunStateOf(state, ground.clock.nowMs()) }
  })
