import { correlationOf, fifthsOf, meanOf, varianceOf } from './figures.ts'

/** Fewest people of whom a figure is shown. */
export const fewestPeople = 10
/**
 * What one person has for one question: its marks; 'omitted' if they saw it and gave no answer; 'not-reached' if they saw neither it nor any later one;
 * 'not-asked' if their paper doesn't have it; 'unmarked' if nobody has marked their answer yet.
 */
export type Cell = number | 'omitted' | 'not-reached' | 'not-asked' | 'unmarked'

export interface QuestionFacts {
  readonly id: string
  readonly maxMarks: number
  /** Ids of the options of a question that has any. */
  readonly options: readonly string[]
  /** How it counts by what was decided about it: `marked` by its marks, `full` all of them for everybody who was asked, `nothing` in no total. `marked` if it is missing. */
  readonly counts?: Counts | undefined
}

export type Counts = 'marked' | 'full' | 'nothing'

export interface Person {
  /** One for each question, in the same order. */
  readonly cells: readonly Cell[]
  /** Ids of the options that they chose, by the place of the question; nothing at one of which they chose none. */
  readonly chosen: readonly (readonly string[] | undefined)[]
}

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

/** The marks of a cell in a total: who omitted a question or did not reach it has none. */
const marksIn = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : 0)

const isByMarks = ({ counts = 'marked' }: QuestionFacts): boolean => counts === 'marked'

/** What a question adds to the total of somebody, after what was decided about it. */
const addedBy = ({ counts, maxMarks }: QuestionFacts, cell: Cell | undefined): number => {
  if (counts === 'nothing') return 0
  return counts === 'full' ? (cell === 'not-asked' ? 0 : maxMarks) : marksIn(cell)
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

const totalOf = (questions: readonly QuestionFacts[], cells: readonly Cell[]): number => {
  let total = 0
  for (let at = 0; at < questions.length; at += 1) {
    const question = questions[at]
    if (question) total += addedBy(question, cells[at])
  }
  return total
}

/** The people whose totals count and who reached a question, each with their marks for it, their total, and the fifth of their total. */
interface InTotals {
  readonly people: readonly Person[]
  readonly marks: readonly number[]
  readonly totals: readonly number[]
  /** Their total without what the question adds to it. */
  readonly rest: readonly number[]
  readonly fifths: readonly number[]
}

const optionsOf = (question: QuestionFacts, at: number, { people, rest, fifths }: InTotals): OptionStatistics[] => {
  const chosenBy = question.options.map((id) => ({ id, byFifth: [0, 0, 0, 0, 0], isChosen: people.map(() => 0) }))
  const places = new Map(chosenBy.map((option) => [option.id, option]))
  // Plain loops here and below: ten thousand people times a hundred questions pass through them.
  for (let index = 0; index < people.length && places.size > 0; index += 1) {
    const fifth = fifths[index] ?? 0
    for (const id of people[index]?.chosen[at] ?? []) {
      const option = places.get(id)
      if (!option || option.isChosen[index] === 1) continue
      option.isChosen[index] = 1
      option.byFifth[fifth] = (option.byFifth[fifth] ?? 0) + 1
    }
  }
  return chosenBy.map(({ id, byFifth, isChosen }) => ({
    ...{ id, byFifth, correlation: figure(people.length, () => correlationOf(isChosen, rest)) },
  }))
}

const fifthsOfQuestion = ({ maxMarks }: QuestionFacts, { marks, fifths }: InTotals): FifthStatistics[] => {
  const byFifth: number[][] = [[], [], [], [], []]
  for (let index = 0; index < fifths.length; index += 1) byFifth[fifths[index] ?? 0]?.push(marks[index] ?? 0)
  return byFifth.map((some) =>
    some.length === 0 || maxMarks <= 0 ? { people: some.length } : { people: some.length, facility: meanOf(some) / maxMarks },
  )
}

const isReached = (cell: Cell | undefined): boolean => typeof cell === 'number' || cell === 'omitted'

/** The people whose answers were all marked, their totals, and the fifths of these. */
interface Complete {
  readonly people: readonly Person[]
  readonly totals: readonly number[]
  readonly fifths: readonly number[]
}

const inTotalsOf = (question: QuestionFacts, at: number, complete: Complete): InTotals => {
  const people: Person[] = []
  const [marks, totals, rest]: [number[], number[], number[]] = [[], [], []]
  for (let index = 0; index < complete.people.length; index += 1) {
    const person = complete.people[index]
    const cell = person?.cells[at]
    if (!person || !isReached(cell)) continue
    const total = complete.totals[index] ?? 0
    people.push(person)
    marks.push(marksIn(cell))
    totals.push(total)
    rest.push(total - addedBy(question, cell))
  }
  // Fifths are of whoever reached the question; of everybody they are known.
  const fifths = people.length === complete.people.length ? complete.fifths : fifthsOf(totals)
  return { people, marks, totals, rest, fifths }
}

const questionStatistics = (
  question: QuestionFacts,
  at: number,
  all: readonly Person[],
  complete: Complete,
): Omit<QuestionStatistics, 'alphaWithout'> => {
  const counts = { 'not-asked': 0, 'not-reached': 0, omitted: 0, unmarked: 0 }
  const reached: number[] = []
  for (const { cells } of all) {
    const cell = cells[at]
    if (isReached(cell)) reached.push(marksIn(cell))
    if (typeof cell === 'string') counts[cell] += 1
  }
  const inTotals = inTotalsOf(question, at, complete)
  const { marks, totals, rest } = inTotals
  return {
    ...{ id: question.id, maxMarks: question.maxMarks, people: reached.length },
    ...{ omitted: counts.omitted, notReached: counts['not-reached'], unmarked: counts.unmarked },
    facility: figure(reached.length, () => (question.maxMarks > 0 ? meanOf(reached) / question.maxMarks : undefined)),
    uncorrected: isByMarks(question) ? figure(marks.length, () => correlationOf(marks, totals)) : 'left-out',
    corrected: isByMarks(question) ? figure(marks.length, () => correlationOf(marks, rest)) : 'left-out',
    fifths: fifthsOfQuestion(question, inTotals),
    options: optionsOf(question, at, inTotals),
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
export const examStatistics = (questions: readonly QuestionFacts[], all: readonly Person[]): ExamStatistics => {
  const byMarks = questions.map(isByMarks)
  const isWaiting = ({ cells }: Person) =>
    cells.includes('unmarked') && cells.some((cell, at) => cell === 'unmarked' && byMarks[at])
  const people = all.filter((person) => !isWaiting(person))
  const totals = people.map(({ cells }) => totalOf(questions, cells))
  const isNotAsked = ({ cells }: Person) =>
    cells.includes('not-asked') && cells.some((cell, at) => cell === 'not-asked' && questions[at]?.counts !== 'nothing')
  const isDrawn = people.some(isNotAsked)
  const fifths = fifthsOf(totals)
  const columns = questions.map((_, at) => people.map(({ cells }) => marksIn(cells[at])))
  const variances = columns.map(varianceOf)
  const variance = varianceOf(totals)
  /** Of the questions that count by their marks, but for one. */
  const variancesBut = (left?: number) => variances.filter((_, at) => byMarks[at] && at !== left)
  const alpha = isDrawn ? ('drawn' as const) : figure(people.length, () => alphaOf(variancesBut(), variance))
  const alphaWithout = (at: number): OwnFigure | 'drawn' => {
    if (!byMarks[at]) return 'left-out'
    if (isDrawn) return 'drawn'
    return figure(people.length, () => {
      const column = columns[at] ?? []
      return alphaOf(variancesBut(at), varianceOf(totals.map((total, index) => total - (column[index] ?? 0))))
    })
  }
  return {
    ...{ people: people.length, unmarked: all.length - people.length },
    mean: figure(people.length, () => meanOf(totals)),
    standardDeviation: figure(people.length, () => Math.sqrt(variance)),
    alpha,
    standardError: typeof alpha === 'number' ? Math.sqrt(variance) * Math.sqrt(Math.max(0, 1 - alpha)) : alpha,
    questions: questions.map((question, at) => ({
      ...questionStatistics(question, at, all, { people, totals, fifths }),
      alphaWithout: alphaWithout(at),
    })),
  }
}
