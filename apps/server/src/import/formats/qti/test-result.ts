import type { QtiVersion } from '@sitwell/qti/declaration'
import type { QtiElement } from '@sitwell/qti/element'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { numberIn, tidy } from '@sitwell/qti/score'
import { processOutcomes, type QtiTest, readQtiTest } from '@sitwell/qti/test-outcomes'
import { float, type Value } from '@sitwell/qti/value'

/** An item of the test as its outcome processing knows it. */
export interface TestItem {
  readonly identifier: string
  readonly categories: readonly string[]
  readonly sections: readonly string[]
  readonly weights: Readonly<Record<string, number>>
  /** What it counts with in the result here. */
  readonly weight: number
  /** The most that its score may be, without any weight. */
  readonly best: number
}

/** The weights that the outcome processing of a test asks for. */
export const weightsAsked = (element: QtiElement): ReadonlySet<string> => {
  const own = element.attributes?.weightidentifier
  const inside = (element.children ?? []).flatMap((child) => [...weightsAsked(child)])
  return new Set([...(own === undefined ? [] : [own]), ...inside])
}

/** More items than this are tried together, and not each by itself. */
const mostAlone = 50

/** Of more items than this no weights are looked for: each takes a run over all of them. */
const mostTried = 500

const near = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other))

/** What some of the items came to; an item that isn't among them was not drawn. */
export type Scores = readonly { readonly item: TestItem; readonly score: number }[]

/** Scores that tell any other reckoning from a sum: nothing, everything, each item alone, all of them different, and some items not drawn. */
const trials = (items: readonly TestItem[], isDrawn: boolean): Scores[] => {
  const scored = (of: (at: number) => number): Scores => items.map((item, at) => ({ item, score: of(at) }))
  const mixed = scored((at) => ((at * 7) % 5) / 2 - 0.5)
  const alone = items.slice(0, mostAlone).map((_, one) => scored((at) => (at === one ? 2 : 0)))
  const without = isDrawn ? items.slice(0, mostAlone).map((_, one) => mixed.filter((_, at) => at !== one)) : []
  return [scored(() => 0), scored(() => 1), mixed, ...alone, ...without]
}

/** What the outcomes of a test come to with these scores. */
export const outcomesOf = (read: QtiTest, scores: Scores): ReadonlyMap<string, Value> =>
  processOutcomes(read, {
    items: scores.map(({ item: { identifier, categories, sections, weights, best }, score }) => ({
      identifier,
      categories,
      sections,
      weights,
      outcomes: new Map([['SCORE', float(score)]]),
      normalMaximum: { SCORE: best },
      normalMinimum: {},
      isPresented: true,
      isResponded: true,
      isCorrect: undefined,
    })),
  })

/** Those outcomes of a test that come to this sum, whatever the scores are. */
const sumsIn = (read: QtiTest, all: readonly Scores[], weightOf: (item: TestItem) => number): ReadonlySet<string> => {
  const left = new Set(read.declarations.map(({ identifier }) => identifier))
  for (const scores of all) {
    const outcomes = outcomesOf(read, scores)
    const sum = tidy(scores.reduce((total, { item, score }) => total + weightOf(item) * score, 0))
    for (const identifier of left) if (numberOf(outcomes.get(identifier)) !== sum) left.delete(identifier)
  }
  return left
}

/** The one outcome that is the result of a test: `SCORE`, otherwise the only one that is a number. */
const resultIn = (read: QtiTest): string | undefined => {
  const numeric = read.declarations.filter(
    ({ baseType, cardinality }) => cardinality === 'single' && (baseType === 'float' || baseType === 'integer'),
  )
  const found = numeric.find(({ identifier }) => identifier === 'SCORE') ?? (numeric.length === 1 ? numeric[0] : undefined)
  return found?.identifier
}

/**
 * What the result of a test is made of. `weights`: what each item counts with, by its identifier, where that is other than what the test
 * says of them one by one. `other`: no sum of what the items come to, or nothing that can be followed.
 */
export type TestResult =
  | { readonly kind: 'sum' | 'other' }
  | { readonly kind: 'multiple'; readonly factor: number }
  | { readonly kind: 'weights'; readonly weights: ReadonlyMap<string, number> }

/** What each item counts with in an outcome, as one after the other is tried; undefined if that is not a weight. */
const weightsIn = (read: QtiTest, outcome: string, items: readonly TestItem[]): Map<TestItem, number> | undefined => {
  const weights = new Map<TestItem, number>()
  for (const one of items) {
    const scores = items.map((item) => ({ item, score: item === one ? 1 : 0 }))
    const weight = numberOf(outcomesOf(read, scores).get(outcome))
    if (weight === undefined || weight < 0) return undefined
    weights.set(one, weight)
  }
  return weights
}

/** What the weights are of those that the test says, where it is the same for all of them; else 0. */
const factorOf = (items: readonly TestItem[], weights: ReadonlyMap<TestItem, number>): number => {
  const [first] = items
  const factor = first && first.weight > 0 ? (weights.get(first) ?? 0) / first.weight : 0
  // A quotient such as a third has no end: it is compared as the processing reckons it.
  return items.every((item) => near(weights.get(item) ?? 0, item.weight * factor)) ? factor : 0
}

/**
 * What a test's outcome processing comes to. The result here is a sum of the marks: each item's score with a weight. Which weights those
 * are is tried, one item after the other, and then held against scores of all kinds; where questions are drawn, with some of them missing.
 */
export const resultOfTest = (
  test: QtiElement,
  version: QtiVersion,
  items: readonly TestItem[],
  { isDrawn }: { readonly isDrawn: boolean },
): TestResult => {
  try {
    const read = readQtiTest(test, version)
    const all = trials(items, isDrawn)
    if (sumsIn(read, all, ({ weight }) => weight).size > 0) return { kind: 'sum' }
    const identifier = resultIn(read)
    if (identifier === undefined || items.length > mostTried) return { kind: 'other' }
    const weights = weightsIn(read, identifier, items)
    if (!weights) return { kind: 'other' }
    const factor = factorOf(items, weights)
    const isMultiple = factor > 0
    const weightOf = isMultiple ? ({ weight }: TestItem) => weight * factor : (item: TestItem) => weights.get(item) ?? 0
    const isHeld = all.every((scores) => {
      const sum = scores.reduce((total, { item, score }) => total + weightOf(item) * score, 0)
      const outcome = numberOf(outcomesOf(read, scores).get(identifier))
      return outcome !== undefined && near(outcome, sum)
    })
    if (!isHeld || [...weights.values()].every((one) => one === 0)) return { kind: 'other' }
    if (isMultiple) return { kind: 'multiple', factor }
    return { kind: 'weights', weights: new Map(items.map((item) => [item.identifier, weights.get(item) ?? 0])) }
  } catch (error) {
    if (error instanceof ProcessingError) return { kind: 'other' }
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
