import type { Boundary, ResultRules } from './result-rules.ts'
import { compareShares, type Marks, percentOf, reaches } from './share.ts'

/** What an exam itself says of grades. */
export interface ExamGrades {
  readonly gradeBoundaries: readonly { readonly grade: string; readonly fromPercent: number; readonly pass: boolean }[]
  /** The least percentage that passes, where no boundary says so. */
  readonly passMark?: number | undefined
}

export interface Grade {
  /** Empty: none is reached. */
  readonly grade: string
  /** Null where nothing is said of passing. */
  readonly passed: boolean | null
}

/** By what the exam says: the boundary that starts highest of those that the rounded percentage reaches. */
export const gradeOfExam = (percent: number, { gradeBoundaries, passMark }: ExamGrades): Grade => {
  const reached = gradeBoundaries
    .filter(({ fromPercent }) => percent >= fromPercent)
    .sort((one, other) => other.fromPercent - one.fromPercent)[0]
  const byMark = passMark === undefined ? null : percent >= passMark
  return { grade: reached?.grade ?? '', passed: reached ? reached.pass : gradeBoundaries.length > 0 ? false : byMark }
}

const gradeOfDelivery = (marks: Marks, boundaries: readonly Boundary[]): Grade => {
  let reached: Boundary | undefined
  for (const boundary of boundaries)
    if (reaches(marks, boundary.from) && (!reached || compareShares(boundary.from, reached.from) > 0)) reached = boundary
  return { grade: reached?.grade ?? '', passed: reached?.pass ?? false }
}

/**
 * The grade that marks reach, and whether they pass: by the boundaries of the delivery, which are compared with the exact marks, or, where it has none, by those of the
 * exam, which are compared with the rounded percentage as ever. A pass mark of the delivery decides about passing alone.
 */
export const gradeOf = (
  marks: Marks,
  { boundaries, passMark }: Pick<ResultRules, 'boundaries' | 'passMark'>,
  exam: ExamGrades,
): Grade => {
  const found = boundaries ? gradeOfDelivery(marks, boundaries) : gradeOfExam(percentOf(marks), exam)
  return passMark ? { ...found, passed: reaches(marks, passMark) } : found
}
