import { dashState } from '@sitwell/contract'
import { formRunStateOf } from '../assessment/form-run-state.ts'
import { ownFormRun } from '../assessment/own-form-run.ts'
import { readLedger } from '../assessment/time-ledger.ts'
import { refuse } from '../http/refusal.ts'
import { route, type ServiceContext } from '../http/service.ts'

/** How the learner's own form run stands. */
export const dashStateRoute = (context: ServiceContext) =>
  route(dashState, async ({ caller, query }) => {
    const run = await ownFormRun(context.database, caller, query.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    await context.contacts.note({ orgId: caller.orgId, formRunGuid: run.form_run_guid })
    return { ok: true, value: formRunStateOf(await readLedger(context, run), context.clock.nowMs()) }
  })
