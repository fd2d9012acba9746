import type { Layout } from './layout.ts'
import { sidesOf } from './layout.ts'
import type { Response } from './presentation.ts'
import { type Given, numberOfText, type ScoreRules, scoreOf, type Test, type Wanted } from './score-rules.ts'

/** Choices of which all sets are tried. */
const fewChoices = 6
/** As many answers as say something of one item, and as many conditions as are looked at for all of them. */
const mostTried = 300
const mostLooks = 20_000

const leavesOf = (test: Test): Exclude<Test, { readonly is: 'all' | 'any' | 'not' }>[] => {
  if (test.is === 'all' || test.is === 'any') return test.of.flatMap(leavesOf)
  return test.is === 'not' ? leavesOf(test.of) : [test]
}

const written = (wanted: Wanted): string =>
  wanted.as === 'id' ? wanted.id : wanted.as === 'text' ? wanted.text : String(wanted.number)

type Named = Map<string, string[]>

/** Between two bounds of a response lies what is within both. */
const witnessOfAll = (tests: readonly Test[]): Named => {
  const found: Named = new Map()
  const bounds = new Map<string, number[]>()
  for (const one of tests) {
    if (one.is === 'compared') bounds.set(one.response, [...(bounds.get(one.response) ?? []), one.than])
    for (const [response, values] of witness(one)) found.set(response, merged(found.get(response) ?? [], values))
  }
  for (const [response, numbers] of bounds)
    if (numbers.length > 1) found.set(response, [String(numbers.reduce((sum, one) => sum + one, 0) / numbers.length)])
  return found
}

/** What would make a condition hold: for each response what it has to hold, in its places where it has some. */
const witness = (test: Test): Named => {
  if (test.is === 'all') return witnessOfAll(test.of)
  if (test.is === 'any') return test.of[0] ? witness(test.of[0]) : new Map()
  if (test.is === 'equal') {
    const places = Array.from({ length: (test.at ?? 1) - 1 }, () => '')
    return new Map([[test.response, [...places, written(test.value)]]])
  }
  if (test.is === 'exactly') return new Map([[test.response, test.values.map(written)]])
  if (test.is === 'holds') return new Map([[test.response, [written(test.value)]]])
  if (test.is === 'compared')
    return new Map([[test.response, [String(test.than + (test.by.startsWith('g') ? 0.001 : -0.001))]]])
  return new Map()
}

const merged = (before: readonly string[], values: readonly string[]): string[] => {
  const isPlaced = before.includes('') || values.includes('')
  if (!isPlaced) return [...new Set([...before, ...values])]
  return Array.from({ length: Math.max(before.length, values.length) }, (_, at) => values[at] || before[at] || '')
}

/** What is named for a response, by all of its rules. */
const namedIn = (rules: ScoreRules, ident: string): string[] => [
  ...new Set(
    rules.rules.flatMap(({ test }) =>
      leavesOf(test).flatMap((one): string[] => {
        if (!('response' in one) || one.response !== ident) return []
        if (one.is === 'exactly') return one.values.map(written)
        if (one.is === 'compared') return [String(one.than)]
        return 'value' in one ? [written(one.value)] : []
      }),
    ),
  ),
]

const around = (text: string): string[] => {
  const number = numberOfText(text)
  return number === undefined ? [] : [number, number + 0.001, number - 0.001, number + 1, number - 1, -number].map(String)
}

const subsets = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: 2 ** all.length }, (_, which) => all.filter((__, at) => (which >> at) % 2 === 1))

/** What may be given for one response, each as the values of its places. */
const poolOf = (response: Response, layout: Layout, rules: ScoreRules): string[][] => {
  const named = namedIn(rules, response.ident)
  const idents = response.labels.map(({ ident }) => ident)
  if (layout.kind === 'pairs') {
    const { options, selections } = sidesOf(response)
    return options.flatMap((one) => selections.map((other) => [`${one.ident} ${other.ident}`]))
  }
  if (layout.kind === 'order')
    return [idents, idents.toReversed(), ...idents.map((_, at) => [...idents.slice(at), ...idents.slice(0, at)])]
  if (layout.kind === 'choice' && layout.isSeveral) {
    const most = response.most ?? idents.length
    if (idents.length <= fewChoices) return subsets(idents).filter((set) => set.length <= most)
    const sets = [idents, named, ...idents.map((one) => [one]), ...named.map((one) => named.filter((other) => other !== one))]
    return [...sets, ...idents.map((one) => [...new Set([...named, one])])].filter((set) => set.length <= most)
  }
  if (response.kind === 'choice' && !response.accepted) return idents.map((one) => [one])
  const texts =
    response.kind === 'number'
      ? named.flatMap(around)
      : [named.slice(0, 5).join(' '), ...named].flatMap((one) => [
          one,
          one.toUpperCase(),
          one.toLowerCase(),
          `${one}x`,
          ` ${one} `,
        ])
  // What JavaScript writes with an exponent is no way that a learner types.
  const typed = [...new Set([...texts, 'no such answer'])].filter((one) => response.kind !== 'number' || !/\de/.test(one))
  return typed.flatMap((one) =>
    Array.from({ length: response.places }, (_, at) => [...Array.from({ length: at }, () => ''), one]),
  )
}

export interface Tried {
  readonly answers: readonly Given[]
  /** The one of them that earns most. */
  readonly best: Given
  /** Whether nothing else can be answered. */
  readonly isAll: boolean
}

const plain = { isBoundAtEnd: false, isOtherOfScores: false }

/** Whether the values can be given: choices that there are, each once, and each side of a pair. */
const canGive = (layout: Layout, given: Given): boolean => {
  const isKnown = (ids: ReadonlyMap<string, string> | undefined, values: readonly string[] = []) =>
    values.every((one) => one === '' || ids?.has(one))
  if (layout.kind === 'match') return [...given].every(([ident, values]) => isKnown(layout.ids.get(ident), values))
  if (layout.kind === 'blanks')
    return layout.blanks.every(({ as, response, ids }) => as !== 'id' || isKnown(ids, given.get(response)))
  const values = given.get(layout.response) ?? []
  if (layout.kind === 'pairs') {
    const pairs = values.map((one) => one.split(' '))
    const areKnown = pairs.every(([one = '', other = '']) => layout.options.has(one) && layout.selections.has(other))
    return areKnown && new Set(pairs.map(([one]) => one)).size === values.length
  }
  if (layout.kind === 'choice' || layout.kind === 'order')
    return isKnown(layout.ids, values) && (layout.kind === 'order' || layout.isSeveral || values.length <= 1)
  return layout.kind !== 'typed' || values.length <= 1
}

const turnedPairs = (layout: Layout, given: Given): Given => {
  if (layout.kind !== 'pairs') return given
  const values = (given.get(layout.response) ?? []).map((pair) => {
    const [one = '', other = ''] = pair.split(' ')
    return layout.options.has(one) ? pair : `${other} ${one}`
  })
  return new Map([[layout.response, values]])
}

/** Answers of an item that show what its rules are worth: the right, the empty, and such as are partly right and wrong. */
export const triedAnswers = (responses: readonly Response[], layout: Layout, rules: ScoreRules): Tried => {
  const conditions = rules.rules.reduce((sum, { test }) => sum + leavesOf(test).length, 1)
  const tried = Math.min(mostTried, Math.ceil(mostLooks / conditions))
  const each = Math.ceil(tried / responses.length)
  let best: Given = new Map()
  let most = scoreOf(rules, best, plain)
  const better = (given: Given) => {
    const score = canGive(layout, given) ? scoreOf(rules, given, plain) : Number.NEGATIVE_INFINITY
    if (score > most) [best, most] = [given, score]
  }
  const witnesses = rules.rules.map(({ test }) => turnedPairs(layout, witness(test)))
  for (const one of witnesses.slice(0, tried)) {
    const beside = [...one].map(([key, values]) => [key, merged(best.get(key) ?? [], values)] as const)
    better(new Map([...best, ...beside]))
    better(new Map([...best, ...one]))
    better(one)
  }
  const pools = responses.map((one) => ({ ident: one.ident, pool: poolOf(one, layout, rules).slice(0, each) }))
  for (const { ident, pool } of pools) for (const values of pool) better(new Map([...best, [ident, values]]))
  const beside = pools.flatMap(({ ident, pool }) =>
    pool.flatMap((values): Given[] => [
      new Map([[ident, values]]),
      ...(responses.length > 1 ? [new Map([...best, [ident, values]])] : []),
    ]),
  )
  const without =
    responses.length > 1 ? [...best.keys()].map((ident) => new Map([...best].filter(([key]) => key !== ident))) : []
  const parts = [...best].flatMap(([ident, values]) =>
    values.length > 1 && layout.kind !== 'order'
      ? values.map((_, at): Given => new Map([...best, [ident, values.filter((__, index) => index !== at)]]))
      : [],
  )
  const answers = [best, new Map(), ...witnesses, ...without, ...parts, ...beside].filter((one) => canGive(layout, one))
  const isAll =
    layout.kind === 'choice' && (!layout.isSeveral || layout.ids.size <= fewChoices) && answers.length <= Math.min(tried, each)
  return { answers: answers.slice(0, tried), best, isAll }
}
