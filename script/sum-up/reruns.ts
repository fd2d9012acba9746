import type { Failure, StageResult } from './stage-result.ts'

/** If more than these fail, something is broken, and running each of them again would tell nothing new. */
export const mostReruns = 20

/** What runs again after all stages, one after the other. */
export interface RerunPlan {
  /** Each runs again alone, to find out if it is flaky. */
  readonly again: readonly Failure[]
  /** Tests of one file that were left out: this is their first run. */
  readonly late: readonly Failure[]
  /** Too much failed, so that nothing runs again. */
  readonly isBroken: boolean
}

const lateOf = ({ stage, leftOut }: StageResult): Failure[] =>
  [...Map.groupBy(leftOut, ({ project, file }) => `${project}\n${file}`).values()].map((tests) => {
    const { project = '', file = '' } = tests[0] ?? {}
    const title = `(${tests.length} left out before)`
    return { stage, project, file, title, ids: tests.map(({ id }) => id), messages: [] }
  })

/** A failure that a second try can't change does not run again. */
export function rerunPlanOf(results: readonly StageResult[]): RerunPlan {
  const again = results.flatMap(({ failures }) => failures).filter(({ ids }) => ids.length > 0)
  if (again.length > mostReruns) return { again: [], late: [], isBroken: true }
  return { again, late: results.flatMap(lateOf), isBroken: false }
}
