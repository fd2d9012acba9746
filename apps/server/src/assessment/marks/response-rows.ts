import type { Kysely } from 'kysely'
import type { FormRunTable, ResponseMarkTable, Schema } from '../../db/schema.ts'
import type { RunPlace } from '../form-run/index.ts'
import { keyOfResponse } from './entry-chain.ts'
import { type EvaluatedResponse, isListed, stateOf } from './evaluate.ts'

/** What of a form run is in the rows of its responses. */
export type ListedRun = Pick<FormRunTable, 'org_id' | 'form_run_guid' | 'schedule_guid' | 'user_guid' | 'exam_guid' | 'version'>

/** How many entries each response had when the results were confirmed; undefined if they aren't. */
export type ConfirmedEntries = ReadonlyMap<string, number> | undefined

/** The row of a response without the moment from which it stands so. */
export type ExpectedRow = Omit<ResponseMarkTable, 'changed_at' | 'delivery_id'>

/** The rows that the responses of a form run have to have. */
export const expectedRows = (
  run: ListedRun,
  responses: readonly EvaluatedResponse[],
  confirmed: ConfirmedEntries,
): ExpectedRow[] =>
  responses.filter(isListed).map((one) => ({
    org_id: run.org_id,
    form_run_guid: run.form_run_guid,
    question_id: one.questionId,
    part: one.part,
    exam_guid: run.exam_guid,
    version: run.version,
    schedule_guid: run.schedule_guid,
    user_guid: run.user_guid,
    state: stateOf(one.counting),
    marks: one.counting.waiting === undefined ? one.counting.marks : null,
    max_marks: one.max,
    sequence: one.response.sequence ?? null,
    files: one.response.files,
    newest_entry: one.newestEntry,
    is_pending: confirmed && one.newestEntry > (confirmed.get(keyOfResponse(one)) ?? 0) ? 1 : 0,
  }))

const ownRows = (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace) =>
  kysely.deleteFrom('response_mark').where('org_id', '=', orgId).where('form_run_guid', '=', formRunGuid)

/** The delivery that a schedule belongs to; empty if it is none. */
const deliveryOf = async (kysely: Kysely<Schema>, run: ListedRun): Promise<string> => {
  const schedule = await kysely
    .selectFrom('schedule')
    .select('delivery_id')
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()
  return schedule?.delivery_id ?? ''
}

/** A statement takes a limited number of values, and a row has many. */
const rowsOfStatement = 50

/** Puts rows instead of those that the responses of a form run have, or those of one of its questions. */
export const replaceRows = async (
  kysely: Kysely<Schema>,
  run: ListedRun,
  rows: readonly ExpectedRow[],
  { nowMs, questionId }: { readonly nowMs: number; readonly questionId?: string },
): Promise<void> => {
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  const gone = await ownRows(kysely, place)
    .$if(questionId !== undefined, (all) => all.where('question_id', '=', questionId ?? ''))
    .returningAll()
    .execute()
  if (rows.length === 0) return
  const before = new Map(gone.map((row) => [keyOfResponse({ questionId: row.question_id, part: row.part }), row]))
  const delivery_id = gone[0]?.delivery_id ?? (await deliveryOf(kysely, run))
  const all = rows.map((row) => {
    const held = before.get(keyOfResponse({ questionId: row.question_id, part: row.part }))
    const isSame = held && held.state === row.state && held.newest_entry === row.newest_entry
    return { ...row, delivery_id, changed_at: isSame ? held.changed_at : nowMs }
  })
  for (let from = 0; from < all.length; from += rowsOfStatement)
    await kysely
      .insertInto('response_mark')
      .values(all.slice(from, from + rowsOfStatement))
      .execute()
}

const rowsOfRun = (kysely: Kysely<Schema>, { org_id, form_run_guid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>) =>
  kysely.selectFrom('response_mark').where('org_id', '=', org_id).where('form_run_guid', '=', form_run_guid)

/** Whether something was given since the results of a form run were confirmed, of which they know nothing. */
export const hasPending = async (
  kysely: Kysely<Schema>,
  run: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
): Promise<boolean> => {
  const row = await rowsOfRun(kysely, run).select('question_id').where('is_pending', '=', 1).limit(1).executeTakeFirst()
  return row !== undefined
}

/** How many questions of a form run wait for a person as their ledgers are now, whatever was confirmed. */
export const countOpenQuestions = async (
  kysely: Kysely<Schema>,
  run: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
): Promise<number> => {
  const rows = await rowsOfRun(kysely, run).select('question_id').distinct().where('state', '<>', 'marked').execute()
  return rows.length
}

/** The rows of the responses of a form run. */
export const selectResponseRows = (
  { kysely }: { readonly kysely: Kysely<Schema> },
  { orgId, formRunGuid }: RunPlace,
): Promise<ResponseMarkTable[]> =>
  kysely
    .selectFrom('response_mark')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .orderBy('question_id')
    .orderBy('part')
    .execute()

/**
 * Takes the responses of a form run whose answers were erased off the lists, because nobody can mark them any more; the marks of those that
 * have one stay, unless they go too.
 */
export const removeErased = async (
  kysely: Kysely<Schema>,
  place: RunPlace,
  gone: { readonly answers: boolean; readonly marks: boolean },
): Promise<void> => {
  if (!gone.answers && !gone.marks) return
  await ownRows(kysely, place)
    .$if(!gone.marks, (all) => all.where('state', '<>', 'marked'))
    .execute()
}

/** Nobody knows any more which files the responses of a form run had, once they are erased. */
export const forgetFilesOfRows = async (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace): Promise<void> => {
  await kysely
    .updateTable('response_mark')
    .set({ files: '' })
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .execute()
}
