import { usableLeftMs } from '@sitwell/exam/ledger/completion'
import { type NewEvent, timeAt } from '@sitwell/exam/ledger/ledger'
import { canBeGivenTime } from '@sitwell/exam/time/exam-time'
import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import type { Kysely } from 'kysely'
import { areAnswersErased, type Entitled } from '../assessment/form-run/index.ts'
import { accommodationNow, changeLedger, entitledOf, type LedgerState } from '../assessment/ledger/index.ts'
import type { Schema } from '../db/schema.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import type { CommandResult, InvigilationContext, Invigilator } from './invigilate.ts'
import { selectRuns } from './queries.ts'

/** Why a completed form run is opened again, and seconds that are given with it. */
export interface Reopening {
  readonly formRunGuid: string
  readonly reason: string
  readonly seconds?: number | undefined
  readonly requestId?: string | undefined
}

export type DecidedReopening = readonly NewEvent[] | RefusedOutcome<'CANNOT_CHANGE_TIME'>

/** The time stands from the completion on; who has none left is given some, or can't continue. */
const decide = (
  { run, plan, events, nowMs }: LedgerState,
  { reason, seconds = 0 }: Pick<Reopening, 'reason' | 'seconds'>,
  entitled: Entitled,
): DecidedReopening => {
  if (run.completed_at === null) return refuse('CANNOT_CHANGE_TIME', 'The form run is open.')
  const reopen = {
    kind: 'reopen' as const,
    byMs: Math.max(0, nowMs - run.completed_at),
    text: reason,
    ...(run.marks_told_at !== null && { toldAtMs: run.marks_told_at }),
  }
  const reopened = [...events, { ...reopen, atMs: nowMs }]
  const before = timeAt(plan, reopened, nowMs)
  if (!before) throw new Error(`The ledger of ${run.form_run_guid} has no start.`)
  if (seconds > 0 && !canBeGivenTime(before, plan))
    return refuse('CANNOT_CHANGE_TIME', 'Nothing is timed, so no time can be added.')
  const extra = seconds > 0 ? [{ kind: 'extra-time' as const, byMs: millisecondsOf(seconds) }] : []
  // Accommodations that were entered since its completion.
  const own = accommodationNow({ run: { ...run, completed_at: null }, events: reopened, time: before }, entitled)
  const given = [...own, ...extra]
  const after = timeAt(plan, [...reopened, ...given.map((one) => ({ ...one, atMs: nowMs }))], nowMs)
  if (after && usableLeftMs(after) === 0) return refuse('CANNOT_CHANGE_TIME', 'No time is left: add some.')
  return [reopen, ...given]
}

const isRejection = (decided: DecidedReopening): decided is RefusedOutcome<'CANNOT_CHANGE_TIME'> => 'ok' in decided

/** What opens a form run again that a transaction has locked, with what time is given; or why it can't be. */
export const reopeningOf = async (
  kysely: Kysely<Schema>,
  state: LedgerState,
  reopening: Pick<Reopening, 'reason' | 'seconds'>,
): Promise<DecidedReopening> => {
  const { org_id: orgId, form_run_guid: formRunGuid } = state.run
  // Opening removes the marks, and without the answers they could not be given again.
  if (await areAnswersErased({ kysely }, orgId, formRunGuid))
    return refuse('CANNOT_CHANGE_TIME', 'The answers were erased, so the sitting stays as it was marked.')
  return decide(state, reopening, await entitledOf(kysely, state.run, state.loaded, state.nowMs))
}

/**
 * Opens a completed form run again: its learner continues where they stood, with what time was left then and what is given. Nobody opens
 * their own.
 */
export const reopenFormRun = async (
  context: InvigilationContext,
  { orgId, author }: Invigilator,
  reopening: Reopening,
): Promise<CommandResult> => {
  const { formRunGuid, requestId } = reopening
  const [found] = await selectRuns(context.database, orgId, { formRunGuid })
  if (!found) return refuse('NOT_FOUND', 'There is no such form run in this organisation.')
  if (found.user_guid === author) return refuse('NOT_ALLOWED', 'Nobody invigilates their own exam.')
  let no: RefusedOutcome<'CANNOT_CHANGE_TIME'> | undefined
  let before = 0
  const place = { orgId, formRunGuid }
  const after = await changeLedger(
    context,
    place,
    author,
    async (state, kysely) => {
      before = state.events.length
      if (requestId !== undefined && state.events.some((event) => event.requestId === requestId)) return []
      const decided = await reopeningOf(kysely, state, reopening)
      if (!isRejection(decided)) return decided
      no = decided
      return []
    },
    requestId,
  )
  if (no) return no
  const written = after?.events.slice(before) ?? []
  context.live.tell(place, written)
  return { ok: true, value: { changed: written.length > 0 ? [formRunGuid] : [] } }
}
