import type { ResultCurve } from '@sitwell/contract'
import { gradeOf } from '@sitwell/exam/result-rules/grade-of'
import type { Boundary, Share } from '@sitwell/exam/result-rules/result-rules'
import { compareShares } from '@sitwell/exam/result-rules/share'

/** What decides about grades and passing; what is missing is as the exam says. */
export interface Grading {
  readonly boundaries?: readonly Boundary[] | undefined
  readonly passMark?: Share | undefined
}

/** The grade of one person, and whether they pass. */
export interface Reached {
  readonly grade: string
  readonly passed: boolean | null
}

type Marks = Pick<ResultCurve, 'exam' | 'exams' | 'maxes' | 'scores'>

/** The grade of everybody of a curve, in its order, by the function by which the server grades. */
export const gradesOf = ({ scores, maxes, exam, exams }: Marks, grading: Grading): Reached[] => {
  const facts = exams.map(({ boundaries: gradeBoundaries, passMark }) => ({
    ...{ gradeBoundaries },
    ...(passMark !== undefined && { passMark }),
  }))
  const none = { gradeBoundaries: [] }
  return scores.map((score, at) => gradeOf({ score, max: maxes[at] ?? 0 }, grading, facts[exam[at] ?? 0] ?? none))
}

/** Somebody whose grade, or whose passing, would be another. */
export interface Mover {
  /** Their place in the curve. */
  readonly at: number
  readonly before: Reached
  readonly after: Reached
  readonly goes: 'down' | 'same' | 'up'
}

export interface Moves {
  readonly movers: readonly Mover[]
  readonly up: number
  readonly down: number
  readonly passes: number
  readonly fails: number
  /** How many have each grade, the highest first; an empty name: none. */
  readonly grades: readonly { readonly grade: string; readonly before: number; readonly after: number }[]
}

const passRank = (passed: boolean | null): number => (passed === true ? 1 : 0)

/** The names of grades from the highest to the lowest; those of `first` stand where these have them. */
export const gradeOrder = (first: readonly Boundary[], others: readonly string[]): readonly string[] => {
  const sorted = [...first].sort((one, other) => compareShares(other.from, one.from)).map(({ grade }) => grade)
  return [...new Set([...sorted, ...others])].filter((grade) => grade !== '')
}

/** How many have each grade, in an order of grades; an empty name, none, comes last if anybody has none. */
const countGrades = (before: readonly Reached[], after: readonly Reached[], order: readonly string[]): Moves['grades'] => {
  const counts = new Map([...order, ''].map((grade) => [grade, { grade, before: 0, after: 0 }]))
  const count = (people: readonly Reached[], side: 'after' | 'before') => {
    for (const { grade } of people) {
      const one = counts.get(grade)
      if (one) one[side] += 1
    }
  }
  count(before, 'before')
  count(after, 'after')
  return [...counts.values()].filter((one) => one.grade !== '' || one.before + one.after > 0)
}

const isSame = (one: Reached, other: Reached) => one.grade === other.grade && one.passed === other.passed

/** Who would have another grade, or pass or fail, and how many have each grade. `order`: the grades from the highest to the lowest. */
export const whatMoves = (before: readonly Reached[], after: readonly Reached[], order: readonly string[]): Moves => {
  const ranks = new Map(order.map((grade, at) => [grade, order.length - at]))
  const goesFrom = (was: Reached, becomes: Reached): Mover['goes'] => {
    const byGrade = (ranks.get(becomes.grade) ?? 0) - (ranks.get(was.grade) ?? 0)
    const difference = byGrade || passRank(becomes.passed) - passRank(was.passed)
    if (difference === 0) return 'same'
    return difference > 0 ? 'up' : 'down'
  }
  const movers = before.flatMap((was, at): Mover[] => {
    const becomes = after[at] ?? was
    return isSame(was, becomes) ? [] : [{ at, before: was, after: becomes, goes: goesFrom(was, becomes) }]
  })
  const howMany = (is: (mover: Mover) => boolean) => movers.filter(is).length
  return {
    movers,
    up: howMany(({ goes }) => goes === 'up'),
    down: howMany(({ goes }) => goes === 'down'),
    passes: howMany(({ before: was, after: becomes }) => was.passed !== true && becomes.passed === true),
    fails: howMany(({ before: was, after: becomes }) => was.passed === true && becomes.passed !== true),
    grades: countGrades(before, after, order),
  }
}
