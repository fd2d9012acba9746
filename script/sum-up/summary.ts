import type { RerunPlan } from './reruns.ts'
import type { Failure, StageResult } from './stage-result.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** More flaky tests than these make a run red. */
export const mostFlaky = 3

/** A failure that stays one, with what its rerun reported. */
interface Failed {
  readonly failure: Failure
  readonly again?: readonly string[]
}

export interface Summary {
  readonly stages: readonly (Counts & Pick<StageResult, 'stage' | 'usage'>)[]
  readonly failed: readonly Failed[]
  /** They failed first, and passed alone. */
  readonly flaky: readonly Failure[]
  /** More are flaky than may be, so that each counts as failed. */
  readonly isTooFlaky: boolean
  /** Too much failed for a rerun. */
  readonly isBroken: boolean
  readonly total: Counts
}

const isAllPassed = (unit: Failure, result: StageResult | undefined) =>
  result !== undefined && result.failures.length === 0 && unit.ids.every((id) => result.passed.includes(id))

const toldAgain = ({ failures }: StageResult): readonly string[] =>
  failures.length > 0 ? failures.flatMap(({ messages }) => messages) : ['The rerun did not find it.']

/** What a late run adds: the failures of its tests, or that it did not run them either. */
const failuresOfLate = (unit: Failure, result: StageResult | undefined): readonly Failure[] => {
  if (!result || isAllPassed(unit, result)) return []
  if (result.failures.length > 0) return result.failures
  const isMissing = unit.ids.some((id) => !result.passed.includes(id) && !result.skipped.includes(id))
  return isMissing ? [{ ...unit, messages: ['They could not be run afterwards either.'] }] : []
}

/** The verdict on a run. `reruns` holds the result of each part of the plan. */
export function summaryOf(
  results: readonly StageResult[],
  plan: RerunPlan,
  reruns: ReadonlyMap<Failure, StageResult>,
): Summary {
  const first = results.flatMap(({ failures }) => failures)
  const flaky = first.filter((failure) => isAllPassed(failure, reruns.get(failure)))
  const isTooFlaky = flaky.length > mostFlaky
  const failed = [
    ...first
      .filter((failure) => !flaky.includes(failure))
      .map((failure): Failed => {
        const result = reruns.get(failure)
        return { failure, ...(result && { again: toldAgain(result) }) }
      }),
    ...plan.late.flatMap((unit) => failuresOfLate(unit, reruns.get(unit))).map((failure) => ({ failure })),
  ]

  const stages = results.map(({ stage, passed, skipped, leftOut, usage }) => {
    const isHere = (one: Failure) => one.stage === stage
    const late = plan.late
      .filter(isHere)
      .flatMap((unit) => reruns.get(unit)?.passed.filter((id) => unit.ids.includes(id)) ?? [])
    const again = isTooFlaky ? [] : flaky.filter(isHere).flatMap(({ ids }) => ids)
    const passedIds = new Set([...passed, ...late, ...again])
    const failedIds = failed.filter(({ failure }) => isHere(failure)).flatMap(({ failure }) => failure.ids)
    const neverRan = leftOut.filter(({ id }) => !passedIds.has(id) && !failedIds.includes(id))
    return {
      stage,
      passed: passedIds.size,
      failed: failed.filter(({ failure }) => isHere(failure)).length + (isTooFlaky ? flaky.filter(isHere).length : 0),
      skipped: skipped.length + neverRan.length,
      ...(usage && { usage }),
    }
  })
  const total = sum(stages)
  // A run in which nothing passed has shown nothing.
  const isEmpty = total.passed === 0 && total.failed === 0
  return {
    ...{ stages, failed, flaky, isTooFlaky, isBroken: plan.isBroken },
    total: isEmpty ? { ...total, failed: 1 } : total,
  }
}

const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** 0 exactly if the closing line counts no failure. */
export const exitCodeOf = ({ total }: Summary): 0 | 1 => (total.failed === 0 ? 0 : 1)
