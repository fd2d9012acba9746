import { createHash } from 'node:crypto'
import { entriesOf, type ResponsePlace, returnToPool } from '../assessment/marks/index.ts'
import type { MarkSchemeTable } from '../db/schema.ts'
import type { MarkSchemesContext } from './mark-schemes-context.ts'

type Context = Pick<MarkSchemesContext, 'clock' | 'database' | 'exams' | 'live'>

/** Responses that are looked up at once. */
const mostAtOnce = 100

/** Versions that one look goes through. */
const mostVersions = 20

/** A request id that follows from version and response, so that each returns once, whoever tries. */
const requestIdOf = ({ exam_guid, version, question_id, part, number }: MarkSchemeTable, formRunGuid: string): string => {
  const hex = createHash('sha256')
    .update(JSON.stringify([exam_guid, version, question_id, part, number, formRunGuid]))
    .digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** Responses that are marked, by whichever version, after a form run. */
const selectMarked = ({ database }: Context, row: MarkSchemeTable, after: string) =>
  database.kysely
    .selectFrom('response_mark')
    .select('form_run_guid')
    .where('org_id', '=', row.org_id)
    .where('exam_guid', '=', row.exam_guid)
    .where('version', '=', row.version)
    .where('question_id', '=', row.question_id)
    .where('part', '=', row.part)
    .where('state', 'in', ['marked', 'conflict', 'changed'])
    .where('form_run_guid', '>', after)
    .orderBy('form_run_guid')
    .limit(mostAtOnce)
    .execute()

/** Whether a response stays as it is: it was marked by this version or a later one already, or somebody has decided what it gets. */
const isSettled = async ({ database }: Context, place: ResponsePlace, number: number): Promise<boolean> => {
  const newest = (await entriesOf(database, place)).findLast((entry) => 'marks' in entry)
  return newest === undefined || newest.kind !== 'mark' || (newest.scheme?.version ?? 0) >= number
}

const returnAll = async (context: Context, row: MarkSchemeTable): Promise<void> => {
  for (let after = ''; ; ) {
    const marked = await selectMarked(context, row, after)
    for (const { form_run_guid: formRunGuid } of marked) {
      const place = { orgId: row.org_id, formRunGuid, questionId: row.question_id, part: row.part }
      if (await isSettled(context, place, row.number)) continue
      await returnToPool(context, place, {
        author: row.written_by ?? 'server',
        requestId: requestIdOf(row, formRunGuid),
        reason: `The mark scheme was changed (version ${row.number}): ${row.reason}`,
      })
    }
    const last = marked.at(-1)
    if (!last || marked.length < mostAtOnce) return
    after = last.form_run_guid
  }
}

/**
 * Returns the responses that were marked by an earlier version to the queue, for each version that was saved so. Goes on with what another turn or server began,
 * and several may do it at once.
 */
export const returnMarked = async (context: Context): Promise<void> => {
  const { kysely } = context.database
  const rows = await kysely
    .selectFrom('mark_scheme')
    .selectAll()
    .where('is_settled', '=', 0)
    .orderBy('written_at')
    .limit(mostVersions)
    .execute()
  for (const row of rows) {
    await returnAll(context, row)
    const { org_id, exam_guid, version, question_id, part, number } = row
    await kysely
      .updateTable('mark_scheme')
      .set({ is_settled: 1 })
      .where((where) => where.and({ org_id, exam_guid, version, question_id, part, number }))
      .execute()
  }
}
