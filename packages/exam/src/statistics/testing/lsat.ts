import type { Person } from '../columns.ts'
import type { QuestionFacts } from '../exam-statistics.ts'

/** Counts of the answer patterns of 1,000 people to five questions, from 00000 to 11111: Bock and Lieberman (1970), Fitting a response model. */
const lsat6 = [
  ...[3, 6, 2, 11, 1, 1, 3, 4, 1, 8, 0, 16, 0, 3, 2, 15],
  ...[10, 29, 14, 81, 3, 28, 15, 80, 16, 56, 21, 173, 11, 61, 28, 298],
]
const lsat7 = [
  ...[12, 19, 1, 7, 3, 19, 3, 17, 10, 5, 3, 7, 7, 23, 8, 28],
  ...[7, 39, 11, 34, 14, 51, 15, 90, 6, 25, 7, 35, 18, 136, 32, 308],
]

const peopleOf = (counts: readonly number[]): Person[] =>
  counts.flatMap((count, pattern) =>
    Array.from({ length: count }, () => ({
      cells: [16, 8, 4, 2, 1].map((bit) => (pattern & bit ? 1 : 0)),
      chosen: [],
    })),
  )

/** Five questions of one mark. */
export const lsatQuestions: readonly QuestionFacts[] = ['1', '2', '3', '4', '5'].map((id) => ({ id, maxMarks: 1, options: [] }))
export const lsat = { six: peopleOf(lsat6), seven: peopleOf(lsat7) }
