import { dashState } from '@sitwell/contract'
import { formRunStateOf } from '../assessment/form-run-state.ts'
import { ownFormRun } from '../assessment/own-form-run.ts'
import { readLedger } from '../assessment/time-ledger.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'

/** How the learner's own form run stands. */
export const dashStateRoute = (ground: Ground) =>
  route(dashState, async ({ caller, query }) => {
    const run = await ownFormRun(ground.database, caller, query.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    await ground.contacts.note({ orgId: caller.orgId, formRunGuid: run.form_run_guid })
    return { ok: true, value: formRunStateOf(await readLedger(ground, run), ground.clock.nowMs()) }
  })
