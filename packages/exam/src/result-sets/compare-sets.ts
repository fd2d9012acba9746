import type { Outcome } from './outcome.ts'

/** What a row of a set says of a person's result. Marks are billionths. */
export interface ComparableRow {
  readonly outcome: Outcome
  readonly isWithheld: boolean
  readonly waiting: number
  readonly score: number | null
  readonly maxScore: number | null
  readonly grade: string | null
  readonly passed: boolean | null
  /** The sitting that counts; another one with the same marks is no change of the result. */
  readonly marks: string | null
}

export const changeKinds = [
  ...(['up', 'down', 'grade', 'passed', 'outcome', 'withheld', 'marks', 'added', 'removed'] as const),
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Whether a score is better than another one: by the share of what could be scored, exactly. */
const compareShares = (score: number, max: number, otherScore: number, otherMax: number): number => {
  const difference = BigInt(score) * BigInt(otherMax) - BigInt(otherScore) * BigInt(max)
  return difference > 0n ? 1 : Number(difference < 0n) * -1
}

const scoreChange = (before: ComparableRow, after: ComparableRow): ChangeKind[] => {
  if (before.score === null || after.score === null || before.maxScore === null || after.maxScore === null)
    return before.score === after.score ? [] : ['marks']
  if (before.score === after.score && before.maxScore === after.maxScore) return before.marks === after.marks ? [] : ['marks']
  const by = compareShares(after.score, after.maxScore, before.score, before.maxScore)
  if (by === 0) return after.score === before.score ? ['marks'] : [after.score > before.score ? 'up' : 'down']
  return [by > 0 ? 'up' : 'down']
}

/** What differs between two rows of one person; nothing if both say the same. Either may be missing. */
export const changesBetween = (before: ComparableRow | undefined, after: ComparableRow | undefined): ChangeKind[] => {
  if (!before || !after) return before ? ['removed'] : after ? ['added'] : []
  return [
    ...scoreChange(before, after),
    ...(before.grade === after.grade ? [] : (['grade'] as const)),
    ...(before.passed === after.passed ? [] : (['passed'] as const)),
    ...(before.outcome === after.outcome ? [] : (['outcome'] as const)),
    ...(before.isWithheld === after.isWithheld ? [] : (['withheld'] as const)),
  ]
}

/** How many people change in which way; one may change in several. */
export type ChangeTotals = Record<ChangeKind | 'same' | 'changed', number>

export const totalsOf = (all: Iterable<readonly ChangeKind[]>): ChangeTotals => {
  const totals: ChangeTotals = {
    ...{ up: 0, down: 0, grade: 0, passed: 0, outcome: 0, withheld: 0, marks: 0, added: 0, removed: 0, same: 0, changed: 0 },
  }
  for (const changes of all) {
    totals[changes.length === 0 ? 'same' : 'changed'] += 1
    for (const change of changes) totals[change] += 1
  }
  return totals
}

/** Why a release gives a person nothing; undefined if it gives them their result. */
export const nothingBecause = ({
  outcome,
  isWithheld,
  waiting,
}: Pick<ComparableRow, 'outcome' | 'isWithheld' | 'waiting'>): 'outcome' | 'withheld' | 'waiting' | undefined => {
  if (outcome !== 'sat') return 'outcome'
  if (isWithheld) return 'withheld'
  return waiting > 0 ? 'waiting' : undefined
}
