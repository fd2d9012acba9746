import type { Question } from '@sitwell/contract'
import { noRules, type ResultRules } from '@sitwell/exam/result-rules/result-rules'
import { refuse } from '../http/refusal.ts'
import { selectRules } from '../result-rules/index.ts'
import { countedSittings } from './count-sittings.ts'
import { countedQuestions } from './read-people.ts'
import { type ExamOfOrganisation, selectSittingsOf } from './select-sittings.ts'
import type { StatisticsContext } from './statistics-context.ts'

/** The sittings that statistics are asked of. */
export interface AskedOf extends ExamOfOrganisation {
  /** The newest that somebody has sat if it is missing. */
  readonly version?: number | undefined
  readonly deliveryId?: string | undefined
}

export const noSuchExam = refuse('NOT_FOUND', 'There is no such exam, or nobody has sat it.')

const findExam = async (
  { database }: Pick<StatisticsContext, 'database'>,
  { orgId, examGuid }: ExamOfOrganisation,
  deliveryId: string | undefined,
) => {
  const exam = await database.kysely
    .selectFrom('exam')
    .select('exam_guid')
    .where('org_id', '=', orgId)
    .where('exam_guid', '=', examGuid)
    .executeTakeFirst()
  if (!exam || deliveryId === undefined) return exam
  return database.kysely
    .selectFrom('delivery')
    .select('exam_guid')
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .where('exam_guid', '=', examGuid)
    .executeTakeFirst()
}

/** The options of a question that has any. */
export const optionsOf = (question: Question): readonly { readonly id: string; readonly text: string }[] =>
  'options' in question && Array.isArray(question.options) ? question.options : []

/** The rules by which figures go: of a delivery its newest ones; none over all deliveries of an exam, since each decides by itself. */
const rulesFor = async (
  { database }: Pick<StatisticsContext, 'database'>,
  { orgId, deliveryId }: AskedOf,
): Promise<ResultRules & { readonly version?: number }> =>
  deliveryId === undefined ? noRules : selectRules(database.kysely, { orgId, deliveryId })

/** The sittings that count in statistics, with the questions that these are of; undefined if there is no such exam, or nobody has sat it so. */
export const findCounted = async (context: Pick<StatisticsContext, 'database' | 'exams'>, asked: AskedOf) => {
  const { orgId, examGuid, deliveryId } = asked
  const { database, exams } = context
  if (!(await findExam(context, asked, deliveryId))) return undefined
  const all = await selectSittingsOf(database, { orgId, examGuid })
  const sat = all.filter(({ delivery_id }) => deliveryId === undefined || delivery_id === deliveryId)
  const versions = [...new Set(sat.map((sitting) => sitting.version))].sort((one, other) => other - one)
  const version = asked.version ?? versions[0]
  const some = sat.find((sitting) => sitting.version === version)
  const loaded = some && (await exams.load({ ...some, org_id: orgId, exam_guid: examGuid }))
  if (version === undefined || !loaded) return undefined
  const { exam, layout } = loaded.whole ?? loaded
  return {
    ...{
      exam,
      version,
      versions,
      questions: countedQuestions(layout.questions),
      ...countedSittings(all, { version, deliveryId }),
    },
    rules: await rulesFor(context, asked),
    /** The question that every sitting shows first; undefined if that is drawn. */
    firstQuestion: loaded.whole === undefined ? layout.questions[0]?.id : undefined,
  }
}
