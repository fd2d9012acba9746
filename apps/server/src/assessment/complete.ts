import { complete } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { heardAt } from './contact.ts'
import { finalTimes } from './kept-times.ts'
import { markFormRun } from './mark-form-run.ts'
import { noteAdministrator } from './note-administrator.ts'
import { selectFormRun } from './queries.ts'
import { bookResit } from './resit.ts'

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

/** Completes a form run and marks it, in one transaction. A second time it answers as the first. */
export const completeRoute = (ground: Ground) => {
  const { database, exams, clock } = ground
  return route(complete, async ({ caller, body }) => {
    const run = await selectFormRun(database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const loaded = await exams.load(run)
    if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)
    if (run.completed_at === null) {
      const missing = await missingOf(database, run, body)
      if (missing.length > 0) return refuse('MISSING_REQUESTS', 'Some saves of this writer have not come yet.', { missing })
    }
    if (run.completed_at === null)
      await noteAdministrator(ground, caller, run.form_run_guid, {
        text: 'An administrator completed the exam as the learner',
        id: `complete-${caller.sessionId}`,
      })
    return database.kysely.transaction().execute(async (kysely) => {
      const timeRemainingMs = Math.round((body.examTimeRemaining ?? body.timeRemaining) * 1000)
      const claim = { timeRemainingMs, elapsedMs: Math.round(body.elapsedTime * 1000) }
      const now = clock.nowMs()
      const changed = await kysely
        .updateTable('form_run')
        .set({ completed_at: now, ...finalTimes(claim, now), ...heardAt(now) })
        .where('org_id', '=', run.org_id)
        .where('form_run_guid', '=', run.form_run_guid)
        .where('completed_at', 'is', null)
        .returning('completed_at')
        .execute()
      if (changed.length > 0) {
        await markFormRun({ ...database, kysely }, run, loaded.questions)
        await bookResit({ kysely }, run, loaded.exam)
      }
      const held = await selectFormRun({ ...database, kysely }, caller, run.form_run_guid)
      const count = await kysely
        .selectFrom('answer')
        .select((select) => select.fn.countAll<number>().as('answers'))
        .where('org_id', '=', run.org_id)
        .where('form_run_guid', '=', run.form_run_guid)
        .executeTakeFirstOrThrow()
      const completedAt = new Date(held?.completed_at ?? now).toISOString()
      return { ok: true as const, value: { completed: true as const, completedAt, answers: Number(count.answers) } }
    })
  })
}
