import { complete } from '@sitwell/contract'
import { leftToComplete } from '@sitwell/exam/completion'
import { remainingSeconds } from '@sitwell/exam/exam-times'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { endMonitorWithExam } from '../proctoring/end-with-exam.ts'
import { completeFormRun } from './complete-form-run.ts'
import { lackingAnswers } from './lacking-answers.ts'
import { noteWithout } from './may-start.ts'
import { selectFormRun } from './queries.ts'
import { knowsOfTime, loadedOf } from './time-ledger.ts'

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

const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')

/**
 * Completes a form run and marks it. A second time it answers as the first. A completion that was made because time ran out isn't
 * final where time was given or stood still that the browser didn't know of, and the ledger has some left.
 */
export const completeRoute = (ground: Ground) =>
  route(complete, async ({ caller, body, request }) => {
    const { database } = ground
    const run = await selectFormRun(database, caller, body.formRunGuid)
    if (!run) return notFound()
    // Also of one that was completed meanwhile: what comes late is judged, and kept.
    const lacking = await lackingAnswers(database, run, body.answers ?? [])
    if (run.completed_at === null || lacking.length > 0) {
      const missing = await missingOf(database, run, body)
      for (const { sequence } of lacking) if (!missing.includes(sequence)) missing.push(sequence)
      if (missing.length > 0) return refuse('MISSING_REQUESTS', 'Some saves that this stands on are not here.', { missing })
    }
    if (run.completed_at === null) {
      const { exam } = await loadedOf(ground, run)
      await noteWithout(ground, { caller, request, run, exam }, 'The exam was completed all the same.', {
        isCompletion: true,
      })
    }
    const timeRemainingMs = Math.round((body.examTimeRemaining ?? body.timeRemaining) * 1000)
    const isTimeOver = body.timeOver ?? timeRemainingMs <= 0
    let leftMs = 0
    const state = await completeFormRun(
      ground,
      { orgId: run.org_id, formRunGuid: run.form_run_guid },
      {
        author: caller,
        isHeard: true,
        claim: { timeRemainingMs, elapsedMs: Math.round(body.elapsedTime * 1000) },
        because: ({ time, events }) => {
          leftMs = isTimeOver && !knowsOfTime(events, body.ledgerNumber ?? 0) ? leftToComplete(time) : 0
          if (leftMs > 0) return undefined
          return isTimeOver ? 'time-over' : 'chosen'
        },
      },
    )
    if (!state) return notFound()
    if (leftMs > 0)
      return refuse('TIME_LEFT', 'More time was given: there is some left.', { secondsLeft: remainingSeconds(leftMs) })
    await endMonitorWithExam(ground, state.run, caller)
    const completedAt = new Date(state.run.completed_at ?? state.nowMs).toISOString()
    return { ok: true, value: { completed: true as const, completedAt, answers: await countAnswers(database, run) } }
  })
