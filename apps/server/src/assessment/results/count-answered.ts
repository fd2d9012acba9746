import type { Question } from '@sitwell/contract'
import { answeredOf } from '@sitwell/exam/paper/answered'
import { answeredParts, type FilesAtQuestion, rulesOf, wantsAnswer } from '@sitwell/question-types/rules'
import type { AnswerTable, UploadedFileTable } from '../../db/schema.ts'
import { shownAnswer } from '../form-run/index.ts'

type StoredAnswer = Pick<AnswerTable, 'question_id' | 'answer'>
type StoredFile = Pick<UploadedFileTable, 'question_id' | 'file_name' | 'deleted_at' | 'scan'>

export interface AnsweredCounts {
  /** Questions of which all parts are answered. */
  readonly answered: number
  readonly partly: number
  /** Those of both that only files answer. */
  readonly byFiles: number
}

const nothing = { answerText: '', options: [] }

/** The files at a question; one of which nobody said at which it was chosen may be of any. */
const filesAt = (files: readonly StoredFile[], questionId: string): FilesAtQuestion => {
  const own = files.filter(
    ({ question_id, deleted_at, scan }) =>
      deleted_at === null && scan !== 'infected' && (question_id === null || question_id === questionId),
  )
  return { names: new Set(own.map(({ file_name }) => file_name)), areAll: true }
}

/** Of each question that wants an answer, how far it is answered, by the rule by which the player's review counts. */
export const answeredStates = (questions: readonly Question[], rows: readonly StoredAnswer[], files: readonly StoredFile[]) => {
  const answers = new Map(rows.map((row) => [row.question_id, shownAnswer(row.answer)]))
  return questions.filter(wantsAnswer).map((question) => {
    const parts = answeredParts(question, answers.get(question.id) ?? nothing, filesAt(files, question.id))
    return { question, answered: answeredOf(parts) }
  })
}

/** Counts answered questions. */
export const countAnswered = (
  questions: readonly Question[],
  rows: readonly StoredAnswer[],
  files: readonly StoredFile[],
): AnsweredCounts => {
  const given = answeredStates(questions, rows, files).flatMap(({ question, answered }) =>
    answered === 'not' ? [] : [{ answered, byFiles: rulesOf(question.type).answersByFiles === true }],
  )
  return {
    answered: given.filter(({ answered }) => answered === 'fully').length,
    partly: given.filter(({ answered }) => answered === 'partly').length,
    byFiles: given.filter(({ byFiles }) => byFiles).length,
  }
}

/** Whether a stored answer holds something that its learner gave: that a page was seen is nothing. */
export const givesSomething = (questions: readonly Question[]): ((row: StoredAnswer) => boolean) => {
  const byId = new Map(questions.map((question) => [question.id, question]))
  return ({ question_id, answer }) => {
    const question = byId.get(question_id)
    return (
      question !== undefined && rulesOf(question.type).takesAnswer && answeredParts(question, shownAnswer(answer)).given > 0
    )
  }
}
