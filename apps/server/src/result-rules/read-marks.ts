import { roundToBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { QuestionMarks } from '@sitwell/exam/result-rules/result-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { listOf } from '../db/list-of.ts'
import { byValue, numberedValues } from '../db/numbered-values.ts'
import { isOneOf } from '../db/one-of.ts'

/** Sittings whose marks are in memory at once. */
export const sittingsAtOnce = 250

type MarksOfSittings = ReadonlyMap<string, readonly QuestionMarks[]>

/** The marks of some sittings before any decision, by their guids: of all questions, or of those that are named. */
export const readMarks = async (
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  orgId: number,
  guids: readonly string[],
  questionIds?: readonly string[],
): Promise<MarksOfSittings> => {
  if (guids.length === 0 || questionIds?.length === 0) return new Map()
  const rows = await kysely
    .selectFrom(numberedValues(dialect, guids))
    .crossJoin('mark')
    .select(['question_id', 'score', 'max_score', 'needs_person', listOf(dialect, 'asked.place').as('places')])
    .where('org_id', '=', orgId)
    .whereRef('form_run_guid', '=', 'asked.value')
    .$if(questionIds !== undefined, (all) => all.where(isOneOf(dialect, 'question_id', questionIds ?? [], (id) => id)))
    .groupBy(['question_id', 'score', 'max_score', 'needs_person'])
    .execute()
  return byValue(guids, rows, ({ question_id, score, max_score, needs_person }) => ({
    ...{ questionID: question_id, score: roundToBillionths(score), max: roundToBillionths(max_score) },
    waits: needs_person !== 0,
  }))
}

/** The questions of a sitting about which nothing is decided, as if they were one. */
const otherQuestions = ''

const inBillionths = (column: 'score' | 'max_score'): RawBuilder<number> =>
  sql<number>`coalesce(sum(cast(round(${sql.ref(column)} * 1000000000) as bigint)), 0)`

/**
 * The marks of some sittings before any decision, as far as decisions about these questions need them: those of the questions, and of all others together as one question without a name, which
 * the database adds up exactly. So a change that is about a few questions reads theirs alone.
 */
export const readMarksOfSome = async (
  database: Pick<Database, 'kysely' | 'dialect'>,
  orgId: number,
  guids: readonly string[],
  questionIds: readonly string[],
): Promise<MarksOfSittings> => {
  if (guids.length === 0) return new Map()
  const named = await readMarks(database, orgId, guids, questionIds)
  const isNamed = isOneOf(database.dialect, 'question_id', questionIds, (id) => id)
  const others = await database.kysely
    .selectFrom('mark')
    .select('form_run_guid')
    .select([inBillionths('score').as('score'), inBillionths('max_score').as('max')])
    .select((select) => select.fn.max<number>('needs_person').as('waits'))
    .where('org_id', '=', orgId)
    .where(isOneOf(database.dialect, 'form_run_guid', guids, (guid) => guid))
    .$if(questionIds.length > 0, (all) => all.where(sql<boolean>`not (${isNamed})`))
    .groupBy('form_run_guid')
    .execute()
  const of = new Map(others.map((row) => [row.form_run_guid, row] as const))
  return new Map(
    guids.map((guid) => {
      const row = of.get(guid)
      const rest = row && {
        ...{ questionID: otherQuestions, score: Number(row.score), max: Number(row.max), waits: row.waits !== 0 },
      }
      return [guid, [...(named.get(guid) ?? []), ...(rest ? [rest] : [])]] as const
    }),
  )
}
