import { dashExtendableAlert } from '@sitwell/contract'
import { extensionMs, extensionStatus } from '@sitwell/exam/ledger/extension'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { readLedger } from '../assessment/ledger/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'

/** Where the learner's own request for an extension stands (spec 3 §7). */
export const dashExtendableAlertRoute = (context: Pick<DashboardContext, 'clock' | 'contacts' | 'database' | 'exams'>) =>
  route(dashExtendableAlert, async ({ caller, query }) => {
    const run = await ownFormRun(context.database, caller, query.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    await context.contacts.note({ orgId: caller.orgId, formRunGuid: run.form_run_guid }, caller)
    const { events } = await readLedger(context, run)
    return { ok: true, value: { status: extensionStatus(events), extendable: extensionMs(events) / 1000 } }
  })
