import type { Question } from '@sitwell/contract'
import { rulesOf } from '@sitwell/question-types/rules'
import type { ExamCache } from '../../assessment/form-run/index.ts'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { DeliveryTable } from '../../db/schema.ts'

/** A sitting of each version of the exam that was sat in a delivery, the newest version first. */
const selectSamples = async (
  { kysely, dialect }: Database,
  { org_id, delivery_id }: Pick<DeliveryTable, 'delivery_id' | 'org_id'>,
) => {
  const versions = await kysely
    .selectFrom('form_run')
    .innerJoin('schedule', (join) =>
      join.onRef('schedule.org_id', '=', 'form_run.org_id').onRef('schedule.schedule_guid', '=', 'form_run.schedule_guid'),
    )
    .select(({ fn }) => fn.min('form_run.form_run_guid').as('guid'))
    .where('form_run.org_id', '=', org_id)
    .where('schedule.delivery_id', '=', delivery_id)
    .groupBy(['form_run.exam_guid', 'form_run.version'])
    .execute()
  const guids = versions.map(({ guid }) => guid)
  if (guids.length === 0) return []
  return kysely
    .selectFrom('form_run')
    .select(['org_id', 'exam_guid', 'version', 'form_run_guid', 'schedule_guid'])
    .where('org_id', '=', org_id)
    .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
    .orderBy('version', 'desc')
    .execute()
}

/** The questions of a delivery's exam by version: all that could be drawn, without their keys. */
export interface QuestionsOfDelivery {
  /** Each once: those of the newest version in its order, then those that only older ones have. */
  readonly all: readonly Question[]
  of(version: number): readonly Question[]
}

export const questionsOfDelivery = async (
  { database, exams }: { readonly database: Database; readonly exams: ExamCache },
  delivery: Pick<DeliveryTable, 'delivery_id' | 'org_id'>,
): Promise<QuestionsOfDelivery> => {
  const byVersion = new Map<number, readonly Question[]>()
  for (const sample of await selectSamples(database, delivery)) {
    const loaded = await exams.load(sample)
    const questions = (loaded?.whole ?? loaded)?.layout.questions ?? []
    byVersion.set(
      sample.version,
      questions.map((question) => rulesOf(question.type).publicQuestion.parse(question)),
    )
  }
  const all = new Map<string, Question>()
  for (const questions of byVersion.values())
    for (const question of questions) if (!all.has(question.id)) all.set(question.id, question)
  return { all: [...all.values()], of: (version) => byVersion.get(version) ?? [] }
}
