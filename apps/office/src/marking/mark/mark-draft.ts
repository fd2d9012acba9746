import { checkPoints, totalWithin } from '@sitwell/exam/mark-scheme/check-points'
import type { MarkCriterion, MarkScheme } from '@sitwell/exam/mark-scheme/mark-scheme'
import type { Billionths } from '@sitwell/exam/marks-ledger/billionths'
import { fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import { billionthsIn, billionthsOf, decimalOf, typedMarks } from './exact-marks.ts'

/** How a response is marked: by the criteria of a mark scheme, or by one number up to the marks of the question. */
export interface MarkRules {
  readonly maxMarks: number
  readonly scheme?: (MarkScheme & { readonly version: number }) | undefined
}

/** What a marker has entered for one response, as it was typed; points by the ids of the criteria. */
export interface MarkDraft {
  readonly points: Readonly<Record<string, string>>
  readonly comment: string
  readonly learnerComment: string
  readonly isFlagged: boolean
}

export const emptyDraft: MarkDraft = { points: {}, comment: '', learnerComment: '', isFlagged: false }

export const isEmptyDraft = (draft: MarkDraft): boolean =>
  Object.values(draft.points).every((typed) => typed.trim() === '') &&
  draft.comment.trim() === '' &&
  draft.learnerComment.trim() === '' &&
  !draft.isFlagged

/** The id of the one criterion where there is no scheme; no criterion of a scheme has it. */
export const wholeId = 'whole response'

const hasCriteria = (rules: MarkRules): rules is MarkRules & { readonly scheme: MarkScheme } =>
  rules.scheme !== undefined && rules.scheme.criteria.length > 0

/** The criteria of a response; where there is no scheme, one for the whole of it. */
export const criteriaOf = (rules: MarkRules): readonly MarkCriterion[] =>
  hasCriteria(rules) ? rules.scheme.criteria : [{ id: wholeId, title: '', maxMarks: rules.maxMarks }]

/** The rules that hold for all points of a response together. */
const schemeOf = (rules: MarkRules): MarkScheme => (hasCriteria(rules) ? rules.scheme : { criteria: criteriaOf(rules) })

/** A row of buttons holds this many at most. */
const mostChoices = 11

/** What is chosen from, in decimals, the least first; undefined if points are typed. */
export const choicesOf = ({ minMarks = 0, maxMarks, levels }: MarkCriterion): readonly string[] | undefined => {
  if (levels !== undefined)
    return [...new Set(levels.map(({ marks }) => billionthsIn(marks)))].sort((a, b) => a - b).map(decimalOf)
  if (!Number.isInteger(maxMarks) || !Number.isInteger(minMarks) || maxMarks - minMarks >= mostChoices) return undefined
  return Array.from({ length: maxMarks - minMarks + 1 }, (_, place) => String(minMarks + place))
}

export type PointProblem = 'missing' | 'no-number' | 'too-few' | 'too-many' | 'no-level'

/** Why what was entered can't be the points of a criterion; undefined if it can. */
export const problemOf = (criterion: MarkCriterion, typed: string): PointProblem | undefined => {
  if (typed.trim() === '') return 'missing'
  const points = billionthsOf(typed)
  if (points === undefined) return 'no-number'
  const { problem } = checkPoints({ criteria: [criterion] }, { [criterion.id]: fromBillionths(points) })
  if (problem === undefined) return undefined
  return problem.kind === 'no-level' || problem.kind === 'too-few' || problem.kind === 'too-many' ? problem.kind : 'no-number'
}

/** What a digit gives to a criterion; undefined if it can't have that many points. */
export const pointsByDigit = (criterion: MarkCriterion, digit: string): string | undefined =>
  problemOf(criterion, digit) === undefined ? digit : undefined

/** What is sent of a mark: one number, or points by the criteria of a version of the scheme. */
export type GivenMarks =
  | { readonly marks: number }
  | { readonly points: readonly { readonly criterion: string; readonly marks: number }[]; readonly schemeVersion: number }

export type CheckedDraft =
  | { readonly ok: true; readonly given: GivenMarks; readonly total: Billionths }
  | { readonly ok: false; readonly problems: ReadonlyMap<string, PointProblem> }

/** What a draft comes to, or what each criterion lacks. The server checks it again by the same rules. */
export const checkDraft = (rules: MarkRules, draft: MarkDraft): CheckedDraft => {
  const criteria = criteriaOf(rules)
  const typedOf = ({ id }: MarkCriterion) => draft.points[id] ?? ''
  const problems = new Map(
    criteria.flatMap((criterion) => {
      const problem = problemOf(criterion, typedOf(criterion))
      return problem === undefined ? [] : [[criterion.id, problem] as const]
    }),
  )
  if (problems.size > 0) return { ok: false, problems }
  const points = criteria.map((criterion) => billionthsOf(typedOf(criterion)) ?? 0)
  const total = totalWithin(schemeOf(rules), points)
  if (!hasCriteria(rules)) return { ok: true, given: { marks: fromBillionths(total) }, total }
  const given = criteria.map(({ id }, place) => ({ criterion: id, marks: fromBillionths(points[place] ?? 0) }))
  return { ok: true, given: { points: given, schemeVersion: rules.scheme.version }, total }
}

/** The points entered so far, in decimals, for a line that counts them; what a criterion can't have counts as nothing. */
export const totalSoFar = (rules: MarkRules, draft: MarkDraft): string => {
  const points = criteriaOf(rules).map((criterion) => {
    const typed = draft.points[criterion.id] ?? ''
    return problemOf(criterion, typed) === undefined ? (billionthsOf(typed) ?? 0) : 0
  })
  return decimalOf(totalWithin(schemeOf(rules), points))
}

/** A mark that was given before, as a draft to change it. */
export const draftOf = (given: {
  readonly marks?: number | undefined
  readonly points?: readonly { readonly criterion: string; readonly marks: number }[] | undefined
  readonly comment?: string | undefined
  readonly learnerComment?: string | undefined
  readonly isFlagged?: boolean | undefined
}): MarkDraft => {
  const byCriterion = given.points?.map(({ criterion, marks }) => [criterion, typedMarks(marks)] as const)
  const whole = given.marks === undefined ? [] : [[wholeId, typedMarks(given.marks)] as const]
  return {
    points: Object.fromEntries(byCriterion ?? whole),
    comment: given.comment ?? '',
    learnerComment: given.learnerComment ?? '',
    isFlagged: given.isFlagged ?? false,
  }
}
