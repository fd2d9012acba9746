import type { ExamGrades } from '@sitwell/contract'
import type { Boundary, Share } from '@sitwell/exam/result-rules/result-rules'
import { compareShares } from '@sitwell/exam/result-rules/share'
import { type Scale, shareAt, stepped } from './boundary-scale.ts'
import { atOrAbove } from './curve-shape.ts'
import type { Grading } from './what-moves.ts'

/**
 * A percentage of an exam as a share, by which exactly those of some people reach it who do so in the exam, which rounds what they have to two decimals first: the
 * percentage itself, or the whole mark next to it, or what is just rounded up to it.
 */
export const shareOfPercent = (percent: number, { sorted, most }: People): Share => {
  const exact = { marks: Math.round(percent * 100), of: 10_000 }
  const rounded = { marks: exact.marks * 10 - 5, of: 100_000 }
  const reaching = atOrAbove(sorted, rounded.marks / rounded.of)
  const whole = most && shareAt(Math.round((percent / 100) * (most / 1_000_000_000)), { unit: 'marks', mostBillionths: most })
  const fits = [exact, ...(whole ? [whole] : [])].find(({ marks, of }) => atOrAbove(sorted, marks / of) === reaching)
  return fits ?? (rounded.marks < 0 ? exact : rounded)
}

/** The people whom boundaries are for: the part that each has, sorted, and the most marks (billionths) if that is the same for all. */
export interface People {
  readonly sorted: Float64Array
  readonly most: number | undefined
}

/** The boundaries that count: those of the delivery, or those of its exam. The lowest first. */
export const shownBoundaries = (grading: Grading, exam: ExamGrades | undefined, people: People): readonly Boundary[] => {
  const own = exam?.boundaries.map(({ grade, fromPercent, pass }) => ({
    grade,
    pass,
    from: shareOfPercent(fromPercent, people),
  }))
  return [...(grading.boundaries ?? own ?? [])].sort((one, other) => compareShares(one.from, other.from))
}

/** The mark that passes, whatever the boundaries say; undefined if boundaries alone, or nothing, decide. */
export const shownPassMark = (grading: Grading, exam: ExamGrades | undefined, people: People): Share | undefined => {
  if (grading.passMark) return grading.passMark
  const isByBoundaries = (grading.boundaries ?? exam?.boundaries ?? []).length > 0
  return isByBoundaries || exam?.passMark === undefined ? undefined : shareOfPercent(exam.passMark, people)
}

/** Between which shares the boundary in this place can stand: a step above the one below it, and a step below the one above. */
export const roomOf = (boundaries: readonly Boundary[], at: number, scale: Scale): readonly [least: Share, most: Share] => {
  const [below, above] = [boundaries[at - 1], boundaries[at + 1]]
  const end = scale.mostBillionths
  return [
    below ? stepped(below.from, 1, scale) : { marks: 0, of: end },
    above ? stepped(above.from, -1, scale) : { marks: end, of: end },
  ]
}

const isLess = (one: Share, other: Share) => compareShares(one, other) < 0

/** The share if it lies in the room, and its nearer end otherwise. */
export const inRoom = (share: Share, [least, most]: readonly [Share, Share]): Share => {
  if (isLess(share, least)) return least
  return isLess(most, share) ? most : share
}

export const withBoundary = (boundaries: readonly Boundary[], at: number, changed: Partial<Boundary>): readonly Boundary[] =>
  boundaries.map((one, index) => (index === at ? { ...one, ...changed } : one))

/** One more boundary above all others, halfway to the most. */
export const withAnother = (boundaries: readonly Boundary[], grade: string, scale: Scale): readonly Boundary[] => {
  const highest = boundaries.at(-1)
  const from = highest ? highest.from.marks / highest.from.of : 0
  const halfway = Math.round(((1 + from) / 2) * (scale.mostBillionths / 1_000_000_000))
  return [...boundaries, { grade, from: shareAt(halfway, scale), pass: true }]
}

export type BoundaryProblem = 'name' | 'order' | 'same-name'

/** What is wrong with each boundary, in their order; undefined if nothing is. */
export const problemsOf = (boundaries: readonly Boundary[]): readonly (BoundaryProblem | undefined)[] =>
  boundaries.map(({ grade, from }, at) => {
    const name = grade.trim()
    if (name === '') return 'name'
    if (boundaries.some((other, index) => index !== at && other.grade.trim() === name)) return 'same-name'
    const below = boundaries[at - 1]
    return below && !isLess(below.from, from) ? 'order' : undefined
  })

const sameShare = (one: Share | undefined, other: Share | undefined): boolean =>
  one === undefined || other === undefined ? one === other : compareShares(one, other) === 0

/** Whether two gradings decide alike for whatever anybody has. */
export const isSameGrading = (one: Grading, other: Grading): boolean => {
  const [ones, others] = [one.boundaries, other.boundaries]
  if (!sameShare(one.passMark, other.passMark) || (ones === undefined) !== (others === undefined)) return false
  return (
    ones?.length === others?.length &&
    (ones ?? []).every((boundary, at) => {
      const match = others?.[at]
      return (
        match !== undefined &&
        boundary.grade === match.grade &&
        boundary.pass === match.pass &&
        sameShare(boundary.from, match.from)
      )
    })
  )
}
