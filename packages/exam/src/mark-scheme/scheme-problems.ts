import { fromBillionths, toBillionths } from '../marks-ledger/billionths.ts'
import { totalWithin } from './check-points.ts'
import type { MarkCriterion, MarkScheme } from './mark-scheme.ts'

/** The problems with a scheme, and where: the names of fields and places of lists that lead there. */
export type SchemeProblem = { readonly path: readonly (string | number)[] } & (
  | {
      /**
       * `inexact`: marks with more than nine decimals; `id-twice`: two criteria of one id; `nothing-to-get`: the most isn't above the least;
       * `level-outside`: a level below the least or above the most; `level-twice`: two levels of the same marks; `no-top-level`: no level has
       * the most; `floor-above-ceiling`.
       */
      readonly kind:
        | 'inexact'
        | 'id-twice'
        | 'nothing-to-get'
        | 'level-outside'
        | 'level-twice'
        | 'no-top-level'
        | 'floor-above-ceiling'
    }
  /** The best response gets `best` by the scheme, and the question has other `marks`. */
  | { readonly kind: 'other-marks'; readonly best: number; readonly marks: number }
)

const isInexact = (marks: number | undefined) => marks !== undefined && toBillionths(marks) === undefined

const inexactIn = ({ criteria, floor, ceiling }: MarkScheme): SchemeProblem[] => {
  const named: [SchemeProblem['path'], number | undefined][] = [
    ...criteria.flatMap(({ minMarks, maxMarks, levels }, at): typeof named => [
      [['criteria', at, 'minMarks'], minMarks],
      [['criteria', at, 'maxMarks'], maxMarks],
      ...(levels ?? []).map(({ marks }, level): (typeof named)[number] => [['criteria', at, 'levels', level, 'marks'], marks]),
    ]),
    [['floor'], floor],
    [['ceiling'], ceiling],
  ]
  return named.flatMap(([path, marks]) => (isInexact(marks) ? [{ path, kind: 'inexact' as const }] : []))
}

const inLevels = ({ minMarks = 0, maxMarks, levels }: MarkCriterion, path: SchemeProblem['path']): SchemeProblem[] => {
  if (!levels) return []
  const found: SchemeProblem[] = levels.flatMap(({ marks }, level): SchemeProblem[] => {
    const at = [...path, 'levels', level, 'marks']
    if (marks < minMarks || marks > maxMarks) return [{ path: at, kind: 'level-outside' }]
    const isTwice = levels.slice(0, level).some((one) => one.marks === marks)
    return isTwice ? [{ path: at, kind: 'level-twice' }] : []
  })
  const hasTop = levels.some(({ marks }) => marks === maxMarks)
  return hasTop ? found : [...found, { path: [...path, 'levels'], kind: 'no-top-level' }]
}

const inCriteria = ({ criteria }: MarkScheme): SchemeProblem[] =>
  criteria.flatMap((criterion, at): SchemeProblem[] => {
    const path = ['criteria', at]
    const isTwice = criteria.slice(0, at).some(({ id }) => id === criterion.id)
    return [
      ...(isTwice ? [{ path: [...path, 'id'], kind: 'id-twice' as const }] : []),
      ...(criterion.maxMarks <= (criterion.minMarks ?? 0)
        ? [{ path: [...path, 'maxMarks'], kind: 'nothing-to-get' as const }]
        : []),
      ...inLevels(criterion, path),
    ]
  })

/** What the best response gets by a scheme with criteria: a number of marks. */
export const bestTotal = (scheme: MarkScheme): number =>
  fromBillionths(
    totalWithin(
      scheme,
      scheme.criteria.map(({ maxMarks }) => toBillionths(maxMarks) ?? 0),
    ),
  )

/**
 * All that is wrong with a scheme for a question, or a part of one, with this many marks. By a scheme without problems each response can get
 * from nothing up to all of its marks, and no more.
 */
export const schemeProblems = (scheme: MarkScheme, marks: number): SchemeProblem[] => {
  const inexact = inexactIn(scheme)
  if (inexact.length > 0) return inexact
  const { criteria, floor = 0, ceiling } = scheme
  if (ceiling !== undefined && floor > ceiling) return [{ path: ['floor'], kind: 'floor-above-ceiling' }, ...inCriteria(scheme)]
  const best = bestTotal(scheme)
  const isOther = criteria.length > 0 && best !== marks
  return [...inCriteria(scheme), ...(isOther ? [{ path: ['criteria'], kind: 'other-marks' as const, best, marks }] : [])]
}
