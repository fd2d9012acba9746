import { barOf, lateByMs } from '@sitwell/exam/part-windows'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { FormRunTable, Schema } from '../db/schema.ts'
import type { Ground } from '../http/service.ts'
import { noteHeard } from './contact.ts'
import { lockFormRun, type RunPlace, selectPartWindows } from './ledger-queries.ts'
import { markAgain } from './mark-form-run.ts'
import { placeAnswer } from './place-answer.ts'
import type { Save, SaveOutcome } from './save-queue.ts'

/**
 * Milliseconds by which a save came after the end of its part, or of all the time, 0 where neither was over; and why the window of
 * its part lets it not count.
 */
const judge = async (kysely: Kysely<Schema>, run: FormRunTable, { partId, event }: Save, sequence: number) => {
  const windows = await selectPartWindows({ kysely }, { orgId: run.org_id, formRunGuid: run.form_run_guid })
  const window = windows.get(partId)
  const atMs = event.received_at
  const overMs = Math.max(lateByMs(window, atMs), run.ends_at === null ? 0 : atMs - run.ends_at)
  return { overMs, bar: barOf(window, { atMs, sequence }) }
}

/** Whether an answer counts that came after the completion. */
export const selectLateApplied = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, form_run_guid }: FormRunTable,
): Promise<boolean> => {
  const found = await kysely
    .selectFrom('answer_event')
    .select('sequence')
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .where('outcome', '=', 'late-applied')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What came with the request id of a save before; held against it in the database, which keeps not every sign as it came. */
const selectEvent = (kysely: Kysely<Schema>, { event }: Save) => {
  const { question_id, answer, workings, sequence } = event
  return kysely
    .selectFrom('answer_event')
    .select(({ and }) => [
      'outcome',
      'sequence',
      and({ question_id, answer, workings, ...(sequence !== null && { sequence }) }).as('is_repeated'),
    ])
    .where('org_id', '=', event.org_id)
    .where('form_run_guid', '=', event.form_run_guid)
    .where('request_id', '=', event.request_id)
    .executeTakeFirst()
}

/** Of a form run that is locked. */
const nextSequence = async (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace): Promise<number> => {
  const { last_sequence } = await kysely
    .updateTable('form_run')
    .set(({ eb }) => ({ last_sequence: eb('last_sequence', '+', 1) }))
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .returning('last_sequence')
    .executeTakeFirstOrThrow()
  return last_sequence
}

/**
 * Writes a save of a form run that was completed before: another device's queue, say, that got through a moment after its learner
 * had finished on this one. Within the grace after the completion, and after the end of its time as for any save, it counts: the
 * answer is put in place, guarded by its sequence, and the form run is marked again, in one transaction with the history. After
 * that it is kept in the history alone. A repeated request is answered as it was the first time, one with other content is
 * mismatched. Undefined where the form run was reset meanwhile.
 */
export const saveLate = (
  { database, config }: Pick<Ground, 'database' | 'config'>,
  save: Save,
  questions: readonly AuthoredQuestion[],
): Promise<SaveOutcome | undefined> => {
  const place = { orgId: save.event.org_id, formRunGuid: save.event.form_run_guid }
  return database.kysely.transaction().execute(async (kysely) => {
    const locked = await lockFormRun(kysely, place)
    if (!locked) return undefined
    const run = await noteHeard(kysely, locked, save.event.received_at)
    if (run.completed_at === null) throw new Error(`The form run ${run.form_run_guid} is not completed.`)
    const held = await selectEvent(kysely, save)
    if (held) return { outcome: held.is_repeated ? held.outcome : 'mismatched', sequence: held.sequence }
    const event = { ...save.event, sequence: save.event.sequence ?? (await nextSequence(kysely, place)) }
    const { overMs, bar } = await judge(kysely, run, save, event.sequence)
    const counts = !bar && event.received_at - run.completed_at <= config.lateSaveGraceMs && overMs <= config.lateSaveGraceMs
    const isPlaced = counts && (await placeAnswer(kysely, event))
    const outcome = isPlaced ? 'late-applied' : counts ? 'older' : (bar ?? 'late')
    await kysely
      .insertInto('answer_event')
      .values({ ...event, outcome, late_ms: overMs === 0 ? null : overMs })
      .execute()
    if (isPlaced) await markAgain({ kysely }, run, questions)
    return { outcome, sequence: event.sequence }
  })
}
