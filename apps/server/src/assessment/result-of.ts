import type { MarkTable } from '../db/schema.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { type Grading, gradeOf, percentOf } from './grade.ts'

/** What a form run came to. Until every question is marked, and while it is held back, it tells no score. */
export interface FormRunResult extends Grading {
  readonly marked: boolean
  readonly score: number
  readonly maxScore: number
  readonly percentScore: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

export const resultOf = (
  { completed_at }: { readonly completed_at: number | null },
  marks: readonly Pick<MarkTable, 'score' | 'max_score' | 'needs_person'>[],
  exam: Pick<AuthoredExam, 'gradeBoundaries' | 'passMark'>,
  { isHeld = false } = {},
): FormRunResult => {
  const maxScore = sum(marks.map((mark) => mark.max_score))
  const marked = !isHeld && completed_at !== null && marks.every((mark) => mark.needs_person === 0)
  const score = marked ? sum(marks.map((mark) => mark.score)) : 0
  const percentScore = percentOf(score, maxScore)
  const grading = marked ? gradeOf(percentScore, exam) : { grade: '', pass: null, feedback: '', feedbackMessageID: null }
  return { marked, score, maxScore, percentScore, ...grading }
}
