import type { Database } from '../db/database.ts'
import { listOf, valuesIn } from '../db/list-of.ts'
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

const marksIn = (lists: Readonly<Record<'ids' | 'maxes' | 'scores' | 'waits', string>>) => {
  const [scores, maxes, waits] = [valuesIn<number>(lists.scores), valuesIn<number>(lists.maxes), valuesIn<number>(lists.waits)]
  return valuesIn<string>(lists.ids).map((question_id, at) => ({
    ...{ question_id, score: scores[at] ?? 0, max_score: maxes[at] ?? 0, needs_person: waits[at] ?? 0 },
  }))
}

const answersIn = (lists: Readonly<Record<'answers' | 'ids', string>>) => {
  const answers = valuesIn<string>(lists.answers)
  return valuesIn<string>(lists.ids).map((question_id, at) => ({ question_id, answer: answers[at] ?? '' }))
}

/** Marks, answers and files of some sittings, each grouped by sitting. */
export const selectAnswersOf = async ({ kysely, dialect }: Database, orgId: number, guids: readonly string[]) => {
  const isOfThese = isOneOf(dialect, 'form_run_guid', guids, (guid) => guid)
  const markLists = await kysely
    .selectFrom('mark')
    .select('form_run_guid')
    .select([listOf(dialect, 'question_id').as('ids'), listOf(dialect, 'score').as('scores')])
    .select([listOf(dialect, 'max_score').as('maxes'), listOf(dialect, 'needs_person').as('waits')])
    .where('org_id', '=', orgId)
    .where(isOfThese)
    .groupBy('form_run_guid')
    .execute()
  const answerLists = await kysely
    .selectFrom('answer')
    .select('form_run_guid')
    .select([listOf(dialect, 'question_id').as('ids'), listOf(dialect, 'answer').as('answers')])
    .where('org_id', '=', orgId)
    .where(isOfThese)
    .groupBy('form_run_guid')
    .execute()
  const files = await kysely
    .selectFrom('uploaded_file')
    .select(['form_run_guid', 'question_id', 'file_name', 'deleted_at', 'scan'])
    .where('org_id', '=', orgId)
    .where(isOfThese)
    .execute()
  return {
    marks: new Map(markLists.map((lists) => [lists.form_run_guid, marksIn(lists)])),
    answers: new Map(answerLists.map((lists) => [lists.form_run_guid, answersIn(lists)])),
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
