import { type AuthoredQuestion, type Mark, markingOf } from '@sitwell/question-types/marking'
import type { Database } from '../../db/database.ts'
import type { AnswerTable, FormRunTable, MarkTable } from '../../db/schema.ts'
import {
  decidingEvents,
  type KeptAttempts,
  type LoadedExam,
  questionsAsked,
  selectAnswers,
  selectAttemptsAt,
  standingAnswers,
  standingOf,
  storedAnswer,
} from '../form-run/index.ts'

/** A question whose marking fails, for whatever reason, waits for a person with the reason: no answer is lost for a fault of its question. */
const markOrWait = (question: AuthoredQuestion, mark: () => Mark): Mark => {
  try {
    return mark()
  } catch (error) {
    const problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return { score: 0, maxScore: question.marks, needsPerson: true, problem: problem.slice(0, 500) }
  }
}

/**
 * The marks of a form run: each question's by its key, of the answer that there is, or of the attempts at it. What can't be read any more
 * waits for a person.
 */
export const marksOf = (
  { org_id, form_run_guid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  questions: readonly AuthoredQuestion[],
  rows: readonly Pick<AnswerTable, 'question_id' | 'answer'>[],
  attempts: KeptAttempts,
): MarkTable[] => {
  const standing = new Map(standingAnswers(rows, attempts).map((row) => [row.question_id, row]))
  return questions.map((question) => {
    const row = standing.get(question.id)
    const answer = row && storedAnswer(row.answer)
    const isUnread = row !== undefined && answer === undefined
    const {
      score,
      maxScore,
      needsPerson,
      problem = null,
    } = markOrWait(question, () =>
      question.attempts ? standingOf(question, attempts, row).mark : markingOf(question).mark(question, answer),
    )
    return {
      org_id,
      form_run_guid,
      question_id: question.id,
      score,
      max_score: maxScore,
      needs_person: needsPerson || isUnread ? 1 : 0,
      problem,
    }
  })
}

/** An exam as far as its marks go. */
type Marked = Pick<LoadedExam, 'exam' | 'questions' | 'partIds'>

/** Marks every question that its learner is asked by its key, and keeps the marks. */
export const markFormRun = async (
  database: Pick<Database, 'kysely'>,
  { org_id, form_run_guid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  loaded: Marked,
): Promise<void> => {
  const rows = await selectAnswers(database, org_id, form_run_guid)
  const events = await decidingEvents(database, { org_id, form_run_guid }, loaded)
  const attempts = await selectAttemptsAt(database, { org_id, form_run_guid }, loaded)
  const marks = marksOf({ org_id, form_run_guid }, questionsAsked(loaded, events, rows, attempts), rows, attempts)
  // A statement takes a limited number of values; an exam of thousands of questions needs several.
  for (let index = 0; index < marks.length; index += 500)
    await database.kysely
      .insertInto('mark')
      .values(marks.slice(index, index + 500))
      .execute()
}

/** Marks a form run once more, when an answer was let count after its completion. */
export const markAgain = async (
  database: Pick<Database, 'kysely'>,
  run: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  loaded: Marked,
): Promise<void> => {
  await database.kysely
    .deleteFrom('mark')
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .execute()
  await markFormRun(database, run, loaded)
}
