import { type ResultParts, resultParts } from '@sitwell/exam/organisation/result-mask'
import { percentOfMarks, sumOfMarks } from '@sitwell/exam/results/exact-marks'
import type { MarkTable } from '../../db/schema.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { type Grading, gradeOf } from '../marks/index.ts'

/**
 * What a form run came to. Until every question is marked, and while it is held back, it tells no score,
 * no grade and no pass.
 */
export interface FormRunResult extends Grading {
  readonly marked: boolean
  readonly score: number
  readonly maxScore: number
  readonly percentScore: number
  /** What could be marked, while answers wait for a person; absent where the exam's mask shows no marks, and while it is held back. */
  readonly soFar?: { readonly score: number; readonly waiting: number }
}

/** What of its results an exam shows. */
export const partsOf = ({ settings }: Pick<AuthoredExam, 'settings'>): ResultParts =>
  resultParts(settings.resultFeedbackMask ?? -1)

export const resultOf = (
  { completed_at }: { readonly completed_at: number | null },
  marks: readonly Pick<MarkTable, 'score' | 'max_score' | 'needs_person'>[],
  exam: Pick<AuthoredExam, 'gradeBoundaries' | 'passMark' | 'settings'>,
  { isHeld = false } = {},
): FormRunResult => {
  const maxScore = sumOfMarks(marks.map((mark) => mark.max_score))
  const isReported = !isHeld && completed_at !== null
  const waiting = marks.filter((mark) => mark.needs_person !== 0)
  const marked = isReported && waiting.length === 0
  const isPart = isReported && !marked && partsOf(exam).marks
  const score = marked ? sumOfMarks(marks.map((mark) => mark.score)) : 0
  const percentScore = percentOfMarks(score, maxScore)
  const grading = marked ? gradeOf(percentScore, exam) : { grade: '', pass: null, feedback: '', feedbackMessageID: null }
  const soFar = {
    score: sumOfMarks(marks.filter((mark) => mark.needs_person === 0).map((mark) => mark.score)),
    waiting: sumOfMarks(waiting.map((mark) => mark.max_score)),
  }
  return { marked, score, maxScore, percentScore, ...grading, ...(isPart && { soFar }) }
}

/** What an exam's mask shows of a result (spec 3 §4): what it hides leaves the server as if there were none. The feedback has no bit. */
export const shownOf = (result: FormRunResult, exam: Pick<AuthoredExam, 'settings'>): FormRunResult => {
  const parts = partsOf(exam)
  return {
    ...result,
    score: parts.marks ? result.score : 0,
    percentScore: parts.percentage ? result.percentScore : 0,
    ...(!parts.grade && { grade: '', pass: null }),
  }
}

/**
 * Whether a result, as it is shown, tells anything of the marks. Where an exam says something at some of its grades, saying nothing tells
 * that none of those was reached.
 */
export const tellsMarks = (
  result: FormRunResult,
  exam: Pick<AuthoredExam, 'gradeBoundaries' | 'settings' | 'feedback'>,
): boolean => {
  const { marks, percentage, grade } = partsOf(exam)
  const saysOfAnswers = exam.feedback !== undefined && exam.feedback.length > 0
  const saysOfGrades = exam.gradeBoundaries.some(
    ({ feedback = '', feedbackMessageID }) => feedback !== '' || feedbackMessageID !== undefined,
  )
  return result.soFar !== undefined || (result.marked && (marks || percentage || grade || saysOfGrades || saysOfAnswers))
}
