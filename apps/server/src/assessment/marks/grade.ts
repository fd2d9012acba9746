import type { AuthoredExam } from '../../import/authored-exam.ts'

type Boundaries = Pick<AuthoredExam, 'gradeBoundaries' | 'passMark'>

export interface Grading {
  readonly grade: string
  /** Null if the exam says nothing of passing. */
  readonly pass: boolean | null
  readonly feedback: string
  readonly feedbackMessageID: number | null
}

/** The grade of a percentage: the boundary that starts highest of those it reaches. */
export const gradeOf = (percent: number, { gradeBoundaries, passMark }: Boundaries): Grading => {
  const reached = gradeBoundaries
    .filter((boundary) => percent >= boundary.fromPercent)
    .sort((one, other) => other.fromPercent - one.fromPercent)[0]
  const byMark = passMark === undefined ? null : percent >= passMark
  return {
    grade: reached?.grade ?? '',
    pass: reached ? reached.pass : gradeBoundaries.length > 0 ? false : byMark,
    feedback: reached?.feedback ?? '',
    feedbackMessageID: reached?.feedbackMessageID ?? null,
  }
}
