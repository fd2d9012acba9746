import type { Declaration, QtiVersion } from '@sitwell/qti/declaration'
import type { QtiElement } from '@sitwell/qti/element'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { type QtiTest, readQtiTest } from '@sitwell/qti/test-outcomes'
import { outcomesOf, type Scores, type TestItem } from './test-result.ts'

/** An outcome that tells whether the test was passed: true, or `pass`, where it is called so. */
const isOfPassing = ({ identifier, cardinality, baseType }: Declaration): boolean =>
  cardinality === 'single' && (baseType === 'boolean' || baseType === 'identifier') && /pass/i.test(identifier)

const isPassed = (read: QtiTest, identifier: string, scores: Scores): boolean => {
  const value = outcomesOf(read, scores).get(identifier)
  if (value?.cardinality !== 'single') return false
  return value.value === true || (typeof value.value === 'string' && /^pass(ed)?$/i.test(value.value))
}

/** Scores of these items that come to a total: the first ones have all that they are worth, and one of them the rest. */
const filled = (items: readonly TestItem[], total: number): Scores => {
  let left = total
  return items.map((item) => {
    const score = item.weight > 0 ? Math.min(item.best, left / item.weight) : 0
    left -= score * item.weight
    return { item, score }
  })
}

const worth = (items: readonly TestItem[]) => items.reduce((sum, { weight, best }) => sum + weight * best, 0)

const hundredths = (share: number) => Math.round(share * 10_000) / 100

/** The least percentage of these items that passes; undefined if it is none, or other marks of the same sum don't pass as well. */
const passesFrom = (read: QtiTest, identifier: string, items: readonly TestItem[]): number | undefined => {
  const most = worth(items)
  const passes = (total: number, order = items) => isPassed(read, identifier, filled(order, total))
  if (most === 0 || passes(0) || !passes(most)) return undefined
  let [fails, enough] = [0, most]
  while (enough - fails > most * 1e-9) {
    const middle = (fails + enough) / 2
    if (passes(middle)) enough = middle
    else fails = middle
  }
  // Marks are decimals: the total that is meant is the one with few places, and it has to pass itself.
  const least = Math.round(enough * 10_000) / 10_000
  const turned = items.toReversed()
  const isTotal = [items, turned].every((order) => passes(least, order) && !passes(least - most * 1e-4, order))
  return isTotal ? hundredths(least / most) : undefined
}

/**
 * The percentage from which a test says that it is passed; undefined if it says nothing of passing, and `other` where what it says is
 * no least percentage of the marks. What is drawn may be worth more for one learner than for another, so that there only a share will do.
 */
export const passMarkOf = (
  test: QtiElement,
  version: QtiVersion,
  items: readonly TestItem[],
  { isDrawn }: { readonly isDrawn: boolean },
): number | 'other' | undefined => {
  try {
    const read = readQtiTest(test, version)
    const [passing, ...others] = read.declarations.filter(isOfPassing)
    if (!passing) return undefined
    if (others.length > 0) return 'other'
    const sets = isDrawn ? [items, items.slice(1), items.slice(0, -1)] : [items]
    const [from, ...more] = sets.map((set) => passesFrom(read, passing.identifier, set))
    return from !== undefined && more.every((one) => one === from) ? from : 'other'
  } catch (error) {
    if (error instanceof ProcessingError) return 'other'
    throw error
  }
}
