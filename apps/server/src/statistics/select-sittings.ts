import type { Database } from '../db/database.ts'
import { listOf } from '../db/list-of.ts'
import { byValue, numberedValues } from '../db/numbered-values.ts'
import { isOneOf } from '../db/one-of.ts'

/** An exam of an organisation. */
export interface ExamOfOrganisation {
  readonly orgId: number
  readonly examGuid: string
}

/** All sittings of an exam in the order in which they were begun. */
export const selectSittingsOf = ({ kysely }: Pick<Database, 'kysely'>, { orgId, examGuid }: ExamOfOrganisation) =>
  kysely
    .selectFrom('form_run')
    .innerJoin('schedule', (join) =>
      join.onRef('schedule.org_id', '=', 'form_run.org_id').onRef('schedule.schedule_guid', '=', 'form_run.schedule_guid'),
    )
    .select(['form_run.org_id', 'form_run.exam_guid', 'form_run.form_run_guid', 'form_run.schedule_guid'])
    .select(['form_run.user_guid', 'form_run.version'])
    .select(['form_run.completed_at', 'schedule.practice', 'schedule.delivery_id'])
    .where('form_run.org_id', '=', orgId)
    .where('form_run.exam_guid', '=', examGuid)
    .orderBy('form_run.started_at')
    .orderBy('form_run.form_run_id')
    .execute()
export type SittingOfExam = Awaited<ReturnType<typeof selectSittingsOf>>[number]

/**
 * Marks, answers and files of some sittings, each grouped by sitting. The database returns a mark or an answer once for all sittings that have the same: choices are alike in most sittings, and
 * a text for each would fill hundreds of megabytes with the driver's buffers.
 */
export const selectAnswersOf = async ({ kysely, dialect }: Database, orgId: number, guids: readonly string[]) => {
  const asked = numberedValues(dialect, guids)
  const places = listOf(dialect, 'asked.place').as('places')
  const marks = await kysely
    .selectFrom(asked)
    .crossJoin('mark')
    .select(['question_id', 'score', 'max_score', 'needs_person', places])
    .where('org_id', '=', orgId)
    .whereRef('form_run_guid', '=', 'asked.value')
    .groupBy(['question_id', 'score', 'max_score', 'needs_person'])
    .execute()
  const answers = await kysely
    .selectFrom(asked)
    .crossJoin('answer')
    .select(['question_id', 'answer', places])
    .where('org_id', '=', orgId)
    .whereRef('form_run_guid', '=', 'asked.value')
    .groupBy(['question_id', 'answer'])
    .execute()
  const files = await kysely
    .selectFrom('uploaded_file')
    .select(['form_run_guid', 'question_id', 'file_name', 'deleted_at', 'scan'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
    .execute()
  return {
    marks: byValue(guids, marks, (row) => row),
    answers: byValue(guids, answers, (row) => row),
    files: Map.groupBy(files, ({ form_run_guid }) => form_run_guid),
  }
}

/** In how many deliveries of an exam something is decided about the marks of its questions now. */
export const countDecidedDeliveries = async (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, examGuid }: ExamOfOrganisation,
): Promise<number> => {
  const rows = await kysely
    .selectFrom('result_rules')
    .innerJoin('delivery', (join) =>
      join.onRef('delivery.org_id', '=', 'result_rules.org_id').onRef('delivery.delivery_id', '=', 'result_rules.delivery_id'),
    )
    .select(['result_rules.delivery_id', 'result_rules.decisions'])
    .where('result_rules.org_id', '=', orgId)
    .where('delivery.exam_guid', '=', examGuid)
    .orderBy('result_rules.version')
    .execute()
  const newest = new Map(rows.map(({ delivery_id, decisions }) => [delivery_id, decisions]))
  return [...newest.values()].filter((decisions) => decisions !== '[]').length
}
