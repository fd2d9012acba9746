import { isDeepStrictEqual } from 'node:util'
import { schemeProblems } from '@sitwell/exam/mark-scheme/scheme-problems'
import { broughtScheme, schemePlacesOf, withScheme } from '@sitwell/question-types/mark-schemes'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import { authoredQuestionsOf, type ExamPlace } from '../assessment/form-run/index.ts'
import type { MarkSchemeTable, Schema } from '../db/schema.ts'
import { type AuthoredExam, type AuthoredSection, authoredExam } from '../import/authored-exam.ts'
import { insertVersion, schemeIn, selectNewest } from './scheme-rows.ts'

const inQuestion = (question: AuthoredQuestion, rows: readonly MarkSchemeTable[]): AuthoredQuestion => {
  const own = rows.filter(({ question_id }) => question_id === question.id)
  const places = own.length > 0 ? schemePlacesOf(question) : []
  return own
    .filter((row) => places.some(({ part }) => part === row.part))
    .reduce((changed, row) => withScheme(changed, row.part, schemeIn(row)), question)
}

const inSection = (section: AuthoredSection, rows: readonly MarkSchemeTable[]): AuthoredSection => ({
  ...section,
  ...(section.questions && { questions: section.questions.map((one) => inQuestion(one, rows)) }),
  ...(section.sections && { sections: section.sections.map((one) => inSection(one, rows)) }),
})

/** An exam that is stored; undefined if this server doesn't read it. */
const readStored = (content: string): AuthoredExam | undefined => authoredExam.safeParse(JSON.parse(content)).data

/** The content of an exam, as JSON, with the schemes that staff made since it was stored; undefined if they made none. */
export const editedContent = async (kysely: Kysely<Schema>, place: ExamPlace, content: string): Promise<string | undefined> => {
  const rows = await selectNewest(kysely, place)
  const stored = rows.length > 0 ? readStored(content) : undefined
  return stored && JSON.stringify({ ...stored, sections: stored.sections.map((one) => inSection(one, rows)) })
}

/** The newest schemes of an exam, and the exam for which they were made. */
interface HeldSchemes {
  readonly rows: readonly MarkSchemeTable[]
  readonly exam: AuthoredExam | undefined
}

const selectExamContent = async (kysely: Kysely<Schema>, place: ExamPlace): Promise<AuthoredExam | undefined> => {
  const row = await kysely
    .selectFrom('exam')
    .select('content')
    .where((where) => where.and(place))
    .executeTakeFirst()
  return row && readStored(row.content)
}

/** What staff made of the schemes of an exam that is about to be replaced; undefined if they made nothing. */
export const holdSchemes = async (kysely: Kysely<Schema>, place: ExamPlace): Promise<HeldSchemes | undefined> => {
  const rows = await selectNewest(kysely, place)
  return rows.length === 0 ? undefined : { rows, exam: await selectExamContent(kysely, place) }
}

/** Whether what staff made of a scheme still holds in the exam that takes the place of the one for which they made it. */
const isKept = (row: MarkSchemeTable, before: AuthoredQuestion | undefined, after: AuthoredQuestion, marks: number): boolean =>
  before !== undefined &&
  isDeepStrictEqual(broughtScheme(before, row.part), broughtScheme(after, row.part)) &&
  schemeProblems(schemeIn(row), marks).length === 0

/**
 * After an exam was replaced that nobody has begun: each scheme whose question came with another one gets that as its next version, and so does
 * one that doesn't fit its question any more. What staff made of a scheme that came as before stays.
 */
export const carrySchemes = async (
  kysely: Kysely<Schema>,
  place: ExamPlace,
  held: HeldSchemes | undefined,
  nowMs: number,
): Promise<void> => {
  const exam = held && (await selectExamContent(kysely, place))
  if (!held || !exam) return
  const before = held.exam ? authoredQuestionsOf(held.exam) : []
  const questions = authoredQuestionsOf(exam)
  for (const row of held.rows) {
    const question = questions.find(({ id }) => id === row.question_id)
    const at = question && schemePlacesOf(question).find(({ part }) => part === row.part)
    if (!question || !at) continue
    const scheme = broughtScheme(question, row.part) ?? { criteria: [] }
    const earlier = before.find(({ id }) => id === question.id)
    if (isKept(row, earlier, question, at.marks) || isDeepStrictEqual(schemeIn(row), scheme)) continue
    await insertVersion(kysely, {
      ...{ ...row, number: row.number + 1, scheme: JSON.stringify(scheme), reason: '', written_by: null, written_at: nowMs },
      ...{ marked: 'none', affected: 0, is_settled: 1 },
    })
  }
}
