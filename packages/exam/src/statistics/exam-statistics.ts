import { type Column, type Columns, cellStates } from './columns.ts'
import { correlationOf, fifthsOf, meanOf, ranksOf, varianceOf } from './figures.ts'

/** Fewest people of whom a figure is shown. */
export const fewestPeople = 10
export interface QuestionFacts {
  readonly id: string
  readonly maxMarks: number
  /** Ids of the options of a question that has any. */
  readonly options: readonly string[]
  /** How it counts by what was decided about it: `marked` by its marks, `full` all of them for everybody who was asked, `nothing` in no total. `marked` if it is missing. */
  readonly counts?: Counts | undefined
}

export type Counts = 'marked' | 'full' | 'nothing'

/** A figure, or why there is none: too few people, or all of them have the same. */
export type Figure = number | 'too-few' | 'no-variation'
/** The same of a question: `left-out` if it counts otherwise than by its marks. */
export type OwnFigure = Figure | 'left-out'

/** How an option was chosen. */
export interface OptionStatistics {
  readonly id: string
  /** People who chose it, by the fifth of their total: the lowest first. */
  readonly byFifth: readonly number[]
  /** Correlation of choosing it with the marks of all other questions. */
  readonly correlation: Figure
}

/** People of one fifth of the total, and their mean marks for a question as a share of the most; none of nobody. */
export interface FifthStatistics {
  readonly people: number
  readonly facility?: number
}

export interface QuestionStatistics {
  readonly id: string
  readonly maxMarks: number
  /** People whose marks the figures are of. */
  readonly people: number
  readonly omitted: number
  readonly notReached: number
  readonly unmarked: number
  /** Mean marks as a share of the most. */
  readonly facility: Figure
  /** Correlation with the total of all questions. */
  readonly uncorrected: OwnFigure
  /** Correlation with the total of all other questions. */
  readonly corrected: OwnFigure
  /** Cronbach's alpha of all other questions. */
  readonly alphaWithout: OwnFigure | 'drawn'
  /** By the fifth of the total, the lowest first. */
  readonly fifths: readonly FifthStatistics[]
  readonly options: readonly OptionStatistics[]
}

export interface ExamStatistics {
  /** People whose answers were all marked: totals are theirs. */
  readonly people: number
  /** People some of whose answers wait for marks: they are in no total. */
  readonly unmarked: number
  readonly mean: Figure
  readonly standardDeviation: Figure
  /** Cronbach's alpha, which is KR-20 for questions of one mark; 'drawn' if not everybody has the same questions. */
  readonly alpha: Figure | 'drawn'
  /** The standard error of measurement, in marks. */
  readonly standardError: Figure | 'drawn'
  readonly questions: readonly QuestionStatistics[]
}

const isByMarks = ({ counts = 'marked' }: QuestionFacts): boolean => counts === 'marked'

/** The marks that a question adds to the total of the person at a place, after the decision about it. */
const addedBy = ({ counts, maxMarks }: QuestionFacts, { marks, states }: Column, at: number): number => {
  if (counts === 'nothing') return 0
  if (counts === 'full') return states[at] === cellStates['not-asked'] ? 0 : maxMarks
  return marks[at] ?? 0
}

const figure = (people: number, value: () => number | undefined): Figure => {
  if (people < fewestPeople) return 'too-few'
  const found = value()
  return found === undefined || Number.isNaN(found) ? 'no-variation' : found
}

/** Cronbach's alpha from the variances of questions and of their total. */
const alphaOf = (variances: readonly number[], variance: number): number | undefined => {
  const count = variances.length
  if (count < 2 || !(variance > 0)) return undefined
  return (count / (count - 1)) * (1 - variances.reduce((sum, one) => sum + one, 0) / variance)
}

/** A question, with what people have for it. */
interface Asked {
  readonly facts: QuestionFacts
  readonly column: Column
}

const askedOf = (questions: readonly QuestionFacts[], columns: Columns): Asked[] =>
  questions.flatMap((facts, at) => {
    const column = columns.questions[at]
    return column ? [{ facts, column }] : []
  })

/** The people whose answers were all marked, each with their total, the rank of it, and its fifth. */
interface Complete {
  /** Their places in the columns. */
  readonly places: Int32Array
  readonly totals: Float64Array
  readonly ranks: Int32Array
  readonly fifths: Uint8Array
}

/** Those of them who reached a question, each with their marks for it as well, and their total without what the question adds to it. */
interface InTotals extends Omit<Complete, 'ranks'> {
  readonly marks: Float64Array
  readonly rest: Float64Array
}

const completeOf = (asked: readonly Asked[], people: number): Complete => {
  const isWaiting = new Uint8Array(people)
  for (const { facts, column } of asked) {
    if (!isByMarks(facts)) continue
    for (let at = 0; at < people; at += 1) if (column.states[at] === cellStates.unmarked) isWaiting[at] = 1
  }
  const places = countUp(people).filter((at) => isWaiting[at] === 0)
  const totals = new Float64Array(places.length)
  for (const { facts, column } of asked)
    for (let index = 0; index < places.length; index += 1)
      totals[index] = (totals[index] ?? 0) + addedBy(facts, column, places[index] ?? 0)
  const ranks = ranksOf(totals)
  return { places, totals, ranks, fifths: fifthsOf(ranks) }
}

/** The numbers at some places. Plain loops here and below: ten thousand people times a hundred questions pass through them. */
const numbersAt = (numbers: Float64Array, places: Int32Array): Float64Array => {
  const found = new Float64Array(places.length)
  for (let index = 0; index < places.length; index += 1) found[index] = numbers[places[index] ?? 0] ?? 0
  return found
}

const countUp = (length: number): Int32Array => {
  const found = new Int32Array(length)
  for (let at = 0; at < length; at += 1) found[at] = at
  return found
}

const isReached = (state: number | undefined): boolean => state === cellStates.marked || state === cellStates.omitted

const inTotalsOf = ({ facts, column }: Asked, { places: all, totals: of, ranks, fifths }: Complete): InTotals => {
  const reached = countUp(all.length).filter((index) => isReached(column.states[all[index] ?? 0]))
  const isOfAll = reached.length === all.length
  const places = reached.map((index) => all[index] ?? 0)
  const totals = isOfAll ? of : numbersAt(of, reached)
  return {
    ...{ places, totals, marks: numbersAt(column.marks, places) },
    rest: totals.map((total, index) => total - addedBy(facts, column, places[index] ?? 0)),
    // Fifths are of the people who reached the question; if all people did, the fifths are known already.
    fifths: isOfAll ? fifths : fifthsOf(reached.map((index) => ranks[index] ?? 0)),
  }
}

const optionsOf = ({ facts, column }: Asked, { places, rest, fifths }: InTotals): OptionStatistics[] =>
  facts.options.map((id) => {
    const chosen = column.chosen.get(id)
    const isChosen = places.map((at) => chosen?.[at] ?? 0)
    const byFifth = [0, 0, 0, 0, 0]
    for (let index = 0; index < fifths.length; index += 1) {
      const fifth = fifths[index] ?? 0
      byFifth[fifth] = (byFifth[fifth] ?? 0) + (isChosen[index] ?? 0)
    }
    return { id, byFifth, correlation: figure(places.length, () => correlationOf(isChosen, rest)) }
  })

const fifthsOfQuestion = ({ maxMarks }: QuestionFacts, { marks, fifths }: InTotals): FifthStatistics[] => {
  const [sums, people] = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ]
  for (let index = 0; index < fifths.length; index += 1) {
    const fifth = fifths[index] ?? 0
    sums[fifth] = (sums[fifth] ?? 0) + (marks[index] ?? 0)
    people[fifth] = (people[fifth] ?? 0) + 1
  }
  return people.map((count, fifth) =>
    count === 0 || maxMarks <= 0 ? { people: count } : { people: count, facility: (sums[fifth] ?? 0) / count / maxMarks },
  )
}

const questionStatistics = (asked: Asked, all: number, complete: Complete): Omit<QuestionStatistics, 'alphaWithout'> => {
  const { facts, column } = asked
  const counts = [0, 0, 0, 0, 0]
  let sum = 0
  for (let at = 0; at < all; at += 1) {
    const state = column.states[at] ?? 0
    counts[state] = (counts[state] ?? 0) + 1
    sum += column.marks[at] ?? 0
  }
  const countOf = (state: keyof typeof cellStates): number => counts[cellStates[state]] ?? 0
  const people = countOf('marked') + countOf('omitted')
  const inTotals = inTotalsOf(asked, complete)
  const { marks, totals, rest } = inTotals
  return {
    ...{ id: facts.id, maxMarks: facts.maxMarks, people },
    ...{ omitted: countOf('omitted'), notReached: countOf('not-reached'), unmarked: countOf('unmarked') },
    facility: figure(people, () => (facts.maxMarks > 0 ? sum / people / facts.maxMarks : undefined)),
    uncorrected: isByMarks(facts) ? figure(marks.length, () => correlationOf(marks, totals)) : 'left-out',
    corrected: isByMarks(facts) ? figure(marks.length, () => correlationOf(marks, rest)) : 'left-out',
    fifths: fifthsOfQuestion(facts, inTotals),
    options: optionsOf(asked, inTotals),
  }
}

/**
 * The statistics of an exam over people who have sat it. Variances are those of samples (n − 1), correlations are Pearson's. A question that somebody omitted
 * counts 0. One that they did not reach counts 0 in their total, and is not in the figures of the question. Whoever waits for marks is in the figures of
 * their marked questions, and in no total. Nothing is computed of fewer people than {@link fewestPeople}.
 *
 * What counts otherwise than by its marks ({@link Counts}) tells nobody apart: it is in no reliability and has no discrimination, and its other figures are of its marks as they are. Who
 * waits for a mark of such a question waits for nothing.
 *
 * Cronbach (1951), Coefficient alpha and the internal structure of tests; Henrysson (1963) for the corrected correlation.
 */
export const examStatistics = (questions: readonly QuestionFacts[], columns: Columns): ExamStatistics => {
  const asked = askedOf(questions, columns)
  const complete = completeOf(asked, columns.people)
  const { places, totals } = complete
  const people = places.length
  const isDrawn = asked.some(
    ({ facts, column: { states } }) =>
      facts.counts !== 'nothing' && places.some((at) => states[at] === cellStates['not-asked']),
  )
  const byMarks = asked.map(({ facts }) => isByMarks(facts))
  const variances = asked.map(({ column }) => varianceOf(numbersAt(column.marks, places)))
  const variance = varianceOf(totals)
  /** Of the questions that count by their marks, but for one. */
  const variancesBut = (left?: number) => variances.filter((_, at) => byMarks[at] && at !== left)
  const alpha = isDrawn ? ('drawn' as const) : figure(people, () => alphaOf(variancesBut(), variance))
  const alphaWithout = ({ marks }: Column, at: number): OwnFigure | 'drawn' => {
    if (!byMarks[at]) return 'left-out'
    if (isDrawn) return 'drawn'
    const without = () => totals.map((total, index) => total - (marks[places[index] ?? 0] ?? 0))
    return figure(people, () => alphaOf(variancesBut(at), varianceOf(without())))
  }
  return {
    ...{ people, unmarked: columns.people - people },
    mean: figure(people, () => meanOf(totals)),
    standardDeviation: figure(people, () => Math.sqrt(variance)),
    alpha,
    standardError: typeof alpha === 'number' ? Math.sqrt(variance) * Math.sqrt(Math.max(0, 1 - alpha)) : alpha,
    questions: asked.map((question, at) => ({
      ...questionStatistics(question, columns.people, complete),
      alphaWithout: alphaWithout(question.column, at),
    })),
  }
}

/**
 * The places, in the columns, of the people of one fifth as the figures of a question count them, the question at place `at`: `fifth` is 0 for the lowest. People who
 * wait for marks, or did not reach the question, are in none.
 */
export const placesOfFifth = (
  questions: readonly QuestionFacts[],
  columns: Columns,
  { at, fifth }: { readonly at: number; readonly fifth: number },
): ReadonlySet<number> => {
  const asked = askedOf(questions, columns)
  const wanted = asked.find(({ facts }) => facts === questions[at])
  if (!wanted) return new Set()
  const { places, fifths } = inTotalsOf(wanted, completeOf(asked, columns.people))
  return new Set(places.filter((_, index) => fifths[index] === fifth))
}
