import { allNumbers } from '../operands.ts'
import { ProcessingError } from '../processing-error.ts'
import { numberOrNull } from '../value.ts'
import { needed, type Operator, over } from './operator.ts'

const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length

/** The sum of squares around the mean, shared among so many. */
const variance = (all: readonly number[], among: number) => {
  const mean = meanOf(all)
  return all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / among
}

/** What is asked of a sample of one is no number. */
const kinds: Readonly<Record<string, (all: readonly number[]) => number>> = {
  mean: meanOf,
  samplevariance: (all) => (all.length < 2 ? Number.NaN : variance(all, all.length - 1)),
  samplesd: (all) => (all.length < 2 ? Number.NaN : Math.sqrt(variance(all, all.length - 1))),
  popvariance: (all) => variance(all, all.length),
  popsd: (all) => Math.sqrt(variance(all, all.length)),
}

export const statisticsOperators = {
  statsoperator: over({ least: 1 }, (values, element) => {
    const name = needed(element, 'name').toLowerCase()
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind) throw new ProcessingError(`"${name.slice(0, 80)}" is not a statistic of the standard.`)
    const all = allNumbers(values)
    return all ? numberOrNull('float', kind(all)) : null
  }),
} satisfies Record<string, Operator>
