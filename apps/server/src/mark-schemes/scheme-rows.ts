import { markScheme } from '@sitwell/contract'
import type { MarkScheme } from '@sitwell/exam/mark-scheme/mark-scheme'
import { broughtScheme } from '@sitwell/question-types/mark-schemes'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import type { ExamPlace } from '../assessment/form-run/index.ts'
import type { MarkSchemeTable, Schema } from '../db/schema.ts'

/** A question of a version of an exam, or one of its parts; `part` of `''` is the question as a whole. */
export interface SchemeKey extends ExamPlace {
  readonly question_id: string
  readonly part: string
}

/** A scheme with the number of its version. */
export interface NumberedScheme {
  readonly version: number
  readonly scheme: MarkScheme
}

/** The scheme that a row holds. Throws if it is none. */
export const schemeIn = ({ scheme }: Pick<MarkSchemeTable, 'scheme'>): MarkScheme => markScheme.parse(JSON.parse(scheme))

const keyOf = ({ org_id, exam_guid, version, question_id, part }: SchemeKey) => ({
  ...{ org_id, exam_guid, version, question_id, part },
})

/** The versions of a scheme that were made after its exam was stored, the newest first. */
export const selectVersions = (kysely: Kysely<Schema>, key: SchemeKey): Promise<MarkSchemeTable[]> =>
  kysely
    .selectFrom('mark_scheme')
    .selectAll()
    .where((where) => where.and(keyOf(key)))
    .orderBy('number', 'desc')
    .execute()

/** The newest version of each scheme of an exam that has any beside those it brought. */
export const selectNewest = (kysely: Kysely<Schema>, { org_id, exam_guid, version }: ExamPlace): Promise<MarkSchemeTable[]> =>
  kysely
    .selectFrom('mark_scheme')
    .selectAll()
    .where((where) => where.and({ org_id, exam_guid, version }))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mark_scheme as newer')
            .select('newer.number')
            .whereRef('newer.org_id', '=', 'mark_scheme.org_id')
            .whereRef('newer.exam_guid', '=', 'mark_scheme.exam_guid')
            .whereRef('newer.version', '=', 'mark_scheme.version')
            .whereRef('newer.question_id', '=', 'mark_scheme.question_id')
            .whereRef('newer.part', '=', 'mark_scheme.part')
            .whereRef('newer.number', '>', 'mark_scheme.number'),
        ),
      ),
    )
    .execute()

/** Adds a version. Returns whether it was added: another one of its number may be there by now. */
export const insertVersion = async (kysely: Kysely<Schema>, row: MarkSchemeTable): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('mark_scheme')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** What an exam brought for a question, as a version. */
const brought = (question: AuthoredQuestion, part: string): NumberedScheme | undefined => {
  const scheme = broughtScheme(question, part)
  return scheme && { version: 1, scheme }
}

/** The newest version of a scheme: the newest row, or what the exam brought. */
export const newestOf = (
  rows: readonly MarkSchemeTable[],
  question: AuthoredQuestion,
  part: string,
): NumberedScheme | undefined => {
  const row = rows.find((one) => one.question_id === question.id && one.part === part)
  return row ? { version: row.number, scheme: schemeIn(row) } : brought(question, part)
}

/**
 * The scheme by which a response is marked now; undefined if there is none. `question` is as its exam was stored: without values that are
 * drawn for one learner.
 */
export const schemeFor = async (
  kysely: Kysely<Schema>,
  place: ExamPlace,
  question: AuthoredQuestion,
  part: string,
): Promise<NumberedScheme | undefined> => {
  const { org_id, exam_guid, version } = place
  const [row] = await selectVersions(kysely, { org_id, exam_guid, version, question_id: question.id, part })
  return newestOf(row ? [row] : [], question, part)
}
