import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { GivenOfSitting } from './responses-table.ts'

/** What some sittings hold: the newest answer and the files of each question, and the marks of parts that are marked by themselves. */
export const selectGiven = async (
  { kysely, dialect }: Database,
  orgId: number,
  formRuns: readonly string[],
): Promise<ReadonlyMap<string, GivenOfSitting>> => {
  if (formRuns.length === 0) return new Map()
  const isOfThese = isOneOf(dialect, 'form_run_guid', formRuns, (guid) => guid)
  const answers = await kysely
    .selectFrom('answer')
    .select(['form_run_guid', 'question_id', 'answer', 'saved_at'])
    .where('org_id', '=', orgId)
    .where(isOfThese)
    .execute()
  const files = await kysely
    .selectFrom('uploaded_file')
    .select(['form_run_guid', 'question_id', 'file_name'])
    .where('org_id', '=', orgId)
    .where(isOfThese)
    .where('deleted_at', 'is', null)
    .orderBy('form_run_guid')
    .orderBy('position')
    .execute()
  const parts = await kysely
    .selectFrom('response_mark')
    .select(['form_run_guid', 'question_id', 'part', 'marks', 'max_marks'])
    .where('org_id', '=', orgId)
    .where(isOfThese)
    .where('part', '<>', '')
    .orderBy('form_run_guid')
    .orderBy('question_id')
    .orderBy('part')
    .execute()
  const partsOf = Map.groupBy(parts, ({ form_run_guid }) => form_run_guid)
  const answersOf = Map.groupBy(answers, ({ form_run_guid }) => form_run_guid)
  const filesOf = Map.groupBy(files, ({ form_run_guid }) => form_run_guid)
  return new Map(
    formRuns.map((guid) => [
      guid,
      {
        answers: new Map((answersOf.get(guid) ?? []).map((row) => [row.question_id, row])),
        files: new Map(
          [...Map.groupBy(filesOf.get(guid) ?? [], ({ question_id }) => question_id ?? '')].map(([question, own]) => [
            question,
            own.map(({ file_name }) => file_name),
          ]),
        ),
        parts: new Map(
          [...Map.groupBy(partsOf.get(guid) ?? [], ({ question_id }) => question_id)].map(([question, own]) => [
            question,
            own.map(({ part, marks, max_marks }) => ({ part, marks, maxMarks: max_marks })),
          ]),
        ),
      },
    ]),
  )
}
