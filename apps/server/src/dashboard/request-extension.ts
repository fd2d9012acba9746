import { requestExtension } from '@sitwell/contract'
import { extensionStatus, extensionStatuses, isExtendable } from '@sitwell/exam/ledger/extension'
import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { changeLedger, type LedgerState } from '../assessment/ledger/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'

/** Whoever asks and takes it back without end would make the ledger as long, and as slow, as they want. */
const mostRequests = 20

type Answer = 'completed' | 'not-extendable' | { readonly write: readonly NewEvent[] }

const decide = (
  { run, events, loaded }: LedgerState,
  { withdraw = false, resumes = false }: { readonly withdraw?: boolean | undefined; readonly resumes?: boolean | undefined },
): Answer => {
  const status = extensionStatus(events)
  const isRequested = status === extensionStatuses.requested
  if (withdraw) return { write: isRequested ? [{ kind: 'extension-withdraw' }] : [] }
  if (run.completed_at !== null) return 'completed'
  if (!isExtendable(loaded.exam.settings.isExtendable ?? false, status)) return 'not-extendable'
  if (!isRequested && events.filter(({ kind }) => kind === 'extension-request').length >= mostRequests) return 'not-extendable'
  return { write: isRequested ? [] : [{ kind: 'extension-request', ...(resumes && { resumes }) }] }
}

/** Asks for an extension of the learner's own exam, or takes the request back; a form run is extended once (decisions). */
export const requestExtensionRoute = (context: DashboardContext) =>
  route(requestExtension, async ({ caller, body }) => {
    const run = body.orgID === caller.orgId ? await ownFormRun(context.database, caller, body.formRunGuid) : undefined
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    let answer: Answer = { write: [] }
    let known = 0
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    await context.contacts.note(place, caller)
    const state = await changeLedger(context, place, caller, (before) => {
      known = before.events.length
      answer = decide(before, body)
      return typeof answer === 'string' ? [] : answer.write
    })
    // Assigned in the callback above, which TypeScript doesn't follow.
    const decided = answer as Answer
    if (decided === 'completed') return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    if (decided === 'not-extendable') return refuse('CANNOT_CHANGE_TIME', 'This exam can not be extended, or was before.')
    const events = state?.events ?? []
    // The other devices on which it is open wait for the answer as well.
    context.live.tell(place, events.slice(known))
    return { ok: true, value: { status: extensionStatus(events) } }
  })
