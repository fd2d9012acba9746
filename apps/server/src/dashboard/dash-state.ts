import { dashState } from '@sitwell/contract'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { formRunStateOf, readLedger } from '../assessment/ledger/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'

/** How the learner's own form run stands. */
export const dashStateRoute = (context: Pick<DashboardContext, 'clock' | 'contacts' | 'database' | 'exams'>) =>
  route(dashState, async ({ caller, query }) => {
    const run = await ownFormRun(context.database, caller, query.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    await context.contacts.note({ orgId: caller.orgId, formRunGuid: run.form_run_guid }, caller)
    return { ok: true, value: formRunStateOf(await readLedger(context, run), context.clock.nowMs()) }
  })
