import type { QtiVersion } from '@sitwell/qti/declaration'
import type { QtiElement } from '@sitwell/qti/element'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { numberIn, tidy } from '@sitwell/qti/score'
import { processOutcomes, readQtiTest } from '@sitwell/qti/test-outcomes'
import { float } from '@sitwell/qti/value'

/** An item of the test as its outcome processing knows it. */
export interface TestItem {
  readonly identifier: string
  readonly categories: readonly string[]
  readonly sections: readonly string[]
  readonly weights: Readonly<Record<string, number>>
  /** What it counts with in the result here. */
  readonly weight: number
}

/** The weights that the outcome processing of a test asks for. */
export const weightsAsked = (element: QtiElement): ReadonlySet<string> => {
  const own = element.attributes?.weightidentifier
  const inside = (element.children ?? []).flatMap((child) => [...weightsAsked(child)])
  return new Set([...(own === undefined ? [] : [own]), ...inside])
}

/** More items than this are tried together, and not each by itself. */
const mostAlone = 50

/** Scores that tell any other reckoning from a sum: nothing, everything, each item alone, and all of them different. */
const trials = (count: number): number[][] => [
  Array.from({ length: count }, () => 0),
  Array.from({ length: count }, () => 1),
  Array.from({ length: count }, (_, at) => ((at * 7) % 5) / 2 - 0.5),
  ...Array.from({ length: Math.min(count, mostAlone) }, (_, alone) =>
    Array.from({ length: count }, (_, at) => (at === alone ? 2 : 0)),
  ),
]

/**
 * Whether a test's outcome processing comes to the sum of its items' scores, each with its weight, whatever they are: that is the result
 * here. False also for processing that can't be followed.
 */
export const isSumOfScores = (test: QtiElement, version: QtiVersion, items: readonly TestItem[]): boolean => {
  try {
    const read = readQtiTest(test, version)
    const left = new Set(read.declarations.map(({ identifier }) => identifier))
    for (const scores of trials(items.length)) {
      const outcomes = processOutcomes(read, {
        items: items.map(({ identifier, categories, sections, weights }, at) => ({
          identifier,
          categories,
          sections,
          weights,
          outcomes: new Map([['SCORE', float(scores[at] ?? 0)]]),
          normalMaximum: {},
          normalMinimum: {},
          isPresented: true,
          isResponded: true,
          isCorrect: undefined,
        })),
      })
      const sum = tidy(items.reduce((total, { weight }, at) => total + weight * (scores[at] ?? 0), 0))
      for (const identifier of left) if (numberOf(outcomes.get(identifier)) !== sum) left.delete(identifier)
    }
    return left.size > 0
  } catch (error) {
    if (error instanceof ProcessingError) return false
    throw error
  }
}

const numberOf = (value: Parameters<typeof numberIn>[0]): number | undefined => {
  try {
    return numberIn(value)
  } catch (error) {
    if (error instanceof ProcessingError) return undefined
    throw error
  }
}
