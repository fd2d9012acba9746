import { type Billionths, toBillionths } from '../marks-ledger/billionths.ts'
import type { MarkCriterion, MarkScheme } from './mark-scheme.ts'

/** Why points can't be taken. `no-criteria`: the scheme has none, so that its marker gives one number. */
export type PointsProblem =
  | { readonly kind: 'no-criteria' }
  | {
      /** `unknown`: of no criterion of this version; `inexact`: more than nine decimals, or no number; `no-level`: none of its levels. */
      readonly kind: 'missing' | 'unknown' | 'inexact' | 'too-few' | 'too-many' | 'no-level'
      /** The id of the criterion. */
      readonly criterion: string
    }

export type CheckedPoints =
  | { readonly total: Billionths; readonly points: Readonly<Record<string, Billionths>>; readonly problem?: undefined }
  | { readonly problem: PointsProblem }

/** Marks of a scheme as billionths. Throws a RangeError for a scheme that nobody checked. */
const exact = (marks: number): Billionths => {
  const whole = toBillionths(marks)
  if (whole === undefined) throw new RangeError(`${marks} marks of a scheme have more than nine decimals.`)
  return whole
}

const problemOf = ({ id, minMarks, maxMarks, levels }: MarkCriterion, given: number): PointsProblem | undefined => {
  const points = toBillionths(given)
  const problem = (kind: Exclude<PointsProblem['kind'], 'no-criteria'>) => ({ kind, criterion: id })
  if (points === undefined) return problem('inexact')
  if (levels && !levels.some(({ marks }) => exact(marks) === points)) return problem('no-level')
  if (points < exact(minMarks ?? 0)) return problem('too-few')
  return points > exact(maxMarks) ? problem('too-many') : undefined
}

/** What the points come to together, within floor and ceiling of the scheme. */
export const totalWithin = ({ criteria, floor = 0, ceiling }: MarkScheme, points: readonly Billionths[]): Billionths => {
  const most = ceiling === undefined ? criteria.reduce((sum, { maxMarks }) => sum + exact(maxMarks), 0) : exact(ceiling)
  const sum = points.reduce((total, one) => total + one, 0)
  return Math.min(most, Math.max(exact(floor), sum))
}

/**
 * The total of the points that a marker gave, in marks by the id of each criterion; or the first problem. Each criterion needs points, and
 * there are none of others. The scheme is one without `schemeProblems`: a RangeError is thrown if its own marks aren't exact.
 */
export const checkPoints = (scheme: MarkScheme, given: Readonly<Record<string, number>>): CheckedPoints => {
  const { criteria } = scheme
  if (criteria.length === 0) return { problem: { kind: 'no-criteria' } }
  const stranger = Object.keys(given).find((id) => !criteria.some((one) => one.id === id))
  if (stranger !== undefined) return { problem: { kind: 'unknown', criterion: stranger } }
  const points: [string, Billionths][] = []
  for (const criterion of criteria) {
    const one = Object.hasOwn(given, criterion.id) ? given[criterion.id] : undefined
    if (one === undefined) return { problem: { kind: 'missing', criterion: criterion.id } }
    const problem = problemOf(criterion, one)
    if (problem) return { problem }
    points.push([criterion.id, exact(one)])
  }
  const total = totalWithin(
    scheme,
    points.map(([, one]) => one),
  )
  return { total, points: Object.fromEntries(points) }
}
