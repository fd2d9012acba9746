import { type AuthoredQuestion, ownMarkingOf, partsToMark } from '@sitwell/question-types/marking'
import { textToRead } from '@sitwell/question-types/rules'
import { isDrawnExam, type LoadedExam } from '../assessment/form-run/index.ts'
import { firstWords } from '../paper/first-words.ts'
import type { Together } from './allocation-queries.ts'
import { type Queue, queueIdOf } from './ids.ts'

/** Characters of a question that a list shows. */
const mostText = 160

/** The beginning of HTML as plain text. */
export const beginningOf = (html: string): string => firstWords(html, mostText)

/** A delivery, or an exam that was sat without one, with its names. */
export interface NamedTogether extends Together {
  readonly examName: string
  readonly deliveryName: string | undefined
}

const partFacts = (question: AuthoredQuestion, part: string) => {
  const parts = ownMarkingOf(question).writtenParts?.of(question) ?? []
  const at = parts.findIndex(({ id }) => id === part)
  return at < 0 ? {} : { part: { number: at + 1, text: beginningOf(parts[at]?.text ?? '') } }
}

/** What lists say of a queue: of its exam and question, and of no candidate. */
export const queueFacts = (
  { exam, questions }: Pick<LoadedExam, 'exam' | 'questions'>,
  { examName, deliveryName, ...together }: NamedTogether,
  { questionId, part }: Pick<Queue, 'part' | 'questionId'>,
) => {
  const at = questions.findIndex(({ id }) => id === questionId)
  const question = questions[at]
  const marks = question && partsToMark(question).find((one) => one.part === part)?.marks
  return {
    queueID: queueIdOf({ ...together, questionId, part }),
    examName,
    examVersion: together.version,
    ...(deliveryName !== undefined && { deliveryName }),
    // Where chance decides which questions there are, or in which order, each candidate has another number.
    ...(question && !isDrawnExam(exam) && { number: at + 1 }),
    text: question ? beginningOf(textToRead(question)) : '',
    ...(question && partFacts(question, part)),
    maxMarks: marks ?? question?.marks ?? 0,
  }
}
