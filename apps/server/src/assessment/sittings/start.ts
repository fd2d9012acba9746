import { start } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { firstPartOf } from '../content/index.ts'
import { admit } from '../schedules/index.ts'
import { beginFormRun } from './begin-form-run.ts'

/** Starts the form run, or answers the one that there is (spec 2 §4). */
export const startRoute = (context: AssessmentContext) =>
  route(start, async ({ caller, query, request }) => {
    const admission = await admit(context, { caller, query, request })
    if (!admission.ok) return admission
    const { schedule, loaded } = admission
    if (query.importedAt !== undefined && query.importedAt !== schedule.imported_at)
      return refuse('CANNOT_START', 'The exam has been changed since this page was opened: load it again.')
    const { publicUserName } = query
    const beginning = { schedule, loaded, author: caller, nowMs: context.clock.nowMs(), publicUserName }
    const formRunGUID = schedule.form_run_guid ?? (await beginFormRun(context, beginning))
    // Whoever starts it again has a connection.
    if (schedule.form_run_guid !== null) await context.contacts.note({ orgId: caller.orgId, formRunGuid: formRunGUID }, caller)
    const firstPart = await firstPartOf(context, { schedule, loaded, formRunGuid: formRunGUID })
    return { ok: true, value: { formRunGUID, ...(firstPart && { firstPart }) } }
  })
