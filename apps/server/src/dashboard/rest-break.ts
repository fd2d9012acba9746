import { restBreak } from '@sitwell/contract'
import { beginRest, type NoRest } from '@sitwell/exam/ledger/rest-break'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { changeLedger, formRunStateOf } from '../assessment/ledger/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import type { LedgerCommand } from './invigilate.ts'

const reasons = {
  held: 'The exam is paused already.',
  over: 'Nothing is left of the time.',
  spent: 'Nothing is left of the rest breaks.',
} as const satisfies Readonly<Record<Exclude<NoRest, 'resting'>, string>>

/** Begins a rest break of a learner who has some of their allowance left; one that is being had continues as it is. */
export const restBreakAct: LedgerCommand = ({ run, events, time, nowMs }) => {
  if (run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
  const begun = beginRest(events, time, nowMs)
  if (begun === 'resting') return undefined
  return typeof begun === 'string' ? refuse('CANNOT_CHANGE_TIME', reasons[begun]) : begun
}

/** The learner begins a rest break. The moment is the server's own: none begins before it was asked for. */
export const restBreakRoute = (context: DashboardContext) =>
  route(restBreak, async ({ caller, body }) => {
    const run = await ownFormRun(context.database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    await context.contacts.note(place, caller)
    let before = 0
    let no: Exclude<ReturnType<LedgerCommand>, undefined | { kind: string }> | undefined
    const state = await changeLedger(
      context,
      place,
      caller,
      (at) => {
        before = at.events.length
        // The same request again, whose reply was lost: its break may be over by now, and no other begins.
        if (body.requestId !== undefined && at.events.some(({ requestId }) => requestId === body.requestId)) return []
        const decided = restBreakAct(at)
        if (decided && 'ok' in decided) no = decided
        return decided === undefined || 'ok' in decided ? [] : [decided]
      },
      body.requestId,
    )
    if (!state) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    context.live.tell(place, state.events.slice(before))
    return no ?? { ok: true, value: formRunStateOf(state, context.clock.nowMs()) }
  })
