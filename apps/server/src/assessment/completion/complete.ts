import { complete, type InputOf } from '@sitwell/contract'
import { leftToComplete, surelyLeft } from '@sitwell/exam/ledger/completion'
import { remainingSeconds } from '@sitwell/exam/time/exam-times'
import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { lackingAnswers } from '../answers/index.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { selectFormRun, type WrittenEvent } from '../form-run/index.ts'
import { knowsOfTime, type LedgerState, loadedOf } from '../ledger/index.ts'
import { endSupervision, noteWithout } from '../schedules/index.ts'
import { completeFormRun } from './complete-form-run.ts'

/** The sequences of this writer that never came, of those that a completion stands on. */
const missingOf = async (
  { kysely }: Database,
  run: FormRunTable,
  { writerId, sequences = [] }: { writerId?: string | undefined; sequences?: number[] | undefined },
): Promise<number[]> => {
  if (!writerId || sequences.length === 0) return []
  const rows = await kysely
    .selectFrom('answer_event')
    .select('sequence')
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .where('writer_id', '=', writerId)
    .execute()
  const held = new Set(rows.map((row) => row.sequence))
  return sequences.filter((sequence) => !held.has(sequence))
}

const countAnswers = async ({ kysely }: Database, { org_id, form_run_guid }: FormRunTable): Promise<number> => {
  const { answers } = await kysely
    .selectFrom('answer')
    .select((select) => select.fn.countAll<number>().as('answers'))
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .executeTakeFirstOrThrow()
  return Number(answers)
}

/** What a browser claimed whose clock ran ahead is no bound any more: by it, the exam that continues would be over again at once. */
const forgetClaims = async ({ kysely }: Database, { run, time }: LedgerState): Promise<void> => {
  if (time.leftMs === undefined) return
  await kysely
    .updateTable('form_run')
    .set({ time_remaining_ms: time.leftMs })
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .where('completed_at', 'is', null)
    .where('time_remaining_ms', '<', time.leftMs)
    .execute()
}

/**
 * When the form run was completed before staff opened it again, where a browser that asks to complete it knows of no reopening: what it
 * sends again, because its first reply got lost, must not end the exam that continues.
 */
const completedBefore = (events: readonly WrittenEvent[], known: number): number | undefined => {
  const reopened = events.findLastIndex(({ kind }) => kind === 'reopen')
  if ((events[reopened]?.number ?? 0) <= known) return undefined
  return events.slice(0, reopened).findLast(({ kind }) => kind === 'complete')?.atMs
}

/** The numbers of saves that a completion stands on and that aren't here, or are older than its page has. */
const notHere = async (database: Database, run: FormRunTable, body: InputOf<typeof complete>['body']): Promise<number[]> => {
  const lacking = await lackingAnswers(database, run, body.answers ?? [])
  const named = run.completed_at === null || lacking.length > 0 ? await missingOf(database, run, body) : []
  return [...new Set([...named, ...lacking.map(({ sequence }) => sequence)])]
}

/** The rest of the time where a page says that it is over: of one that lacks news of the ledger less is believed. */
const leftAsKnown = ({ plan, time, events, nowMs }: LedgerState, ledgerNumber = 0) =>
  knowsOfTime(events, ledgerNumber) ? surelyLeft(plan, time, events, nowMs) : leftToComplete(time)

const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')

/**
 * Completes a form run and marks it. A second time it answers as the first, also where staff have opened the form run again meanwhile and
 * the browser doesn't know of it. A completion that was made because time ran out isn't
 * final where the ledger has some left, because time was given or stood still that the browser didn't know of, or its clock ran ahead.
 */
export const completeRoute = (context: AssessmentContext) =>
  route(complete, async ({ caller, body, request }) => {
    const { database } = context
    const run = await selectFormRun(database, caller, body.formRunGuid)
    if (!run) return notFound()
    // Also of one that was completed meanwhile: what comes late is judged, and kept.
    const missing = await notHere(database, run, body)
    if (missing.length > 0)
      return refuse('MISSING_REQUESTS', 'Some saves that this completion includes are missing.', { missing })
    if (run.completed_at === null) {
      const { exam } = await loadedOf(context, run)
      await noteWithout(context, { caller, request, run, exam }, 'The exam was completed all the same.', {
        isCompletion: true,
      })
    }
    const timeRemainingMs = Math.round((body.examTimeRemaining ?? body.timeRemaining) * 1000)
    const isTimeOver = body.timeOver ?? timeRemainingMs <= 0
    const { ledgerNumber } = body
    let leftMs = 0
    let beforeMs: number | undefined
    const state = await completeFormRun(
      context,
      { orgId: run.org_id, formRunGuid: run.form_run_guid },
      {
        author: caller,
        heardFrom: caller,
        claim: { timeRemainingMs, elapsedMs: Math.round(body.elapsedTime * 1000) },
        because: (state) => {
          if (ledgerNumber !== undefined) beforeMs = completedBefore(state.events, ledgerNumber)
          if (beforeMs !== undefined) return undefined
          leftMs = isTimeOver ? leftAsKnown(state, ledgerNumber) : 0
          if (leftMs > 0) return undefined
          return isTimeOver ? 'time-over' : 'chosen'
        },
      },
    )
    if (!state) return notFound()
    if (leftMs > 0) {
      await forgetClaims(database, state)
      return refuse('TIME_LEFT', 'The time is not over: there is some left.', { secondsLeft: remainingSeconds(leftMs) })
    }
    if (beforeMs === undefined) await endSupervision(context, state.run, caller)
    const completedAt = new Date(state.run.completed_at ?? beforeMs ?? state.nowMs).toISOString()
    return { ok: true, value: { completed: true as const, completedAt, answers: await countAnswers(database, run) } }
  })
