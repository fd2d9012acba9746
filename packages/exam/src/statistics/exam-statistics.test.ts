import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell, Person } from './columns.ts'
import {
  type ExamStatistics,
  fewestPeople,
  type QuestionFacts,
  examStatistics as statisticsOfColumns,
} from './exam-statistics.ts'
import { quartilesOf } from './figures.ts'
import { inColumns } from './testing/in-columns.ts'
import { lsat, lsatQuestions } from './testing/lsat.ts'

const examStatistics = (questions: readonly QuestionFacts[], people: readonly Person[]): ExamStatistics =>
  statisticsOfColumns(questions, inColumns(questions, people))
const personOf = (cells: readonly Cell[]): Person => ({ cells, chosen: [] })
const questionsOf = (mostMarks: readonly number[]): QuestionFacts[] =>
  mostMarks.map((maxMarks, at) => ({ id: `q${at}`, maxMarks, options: [] }))
const rounded = (figures: readonly unknown[], digits: number) =>
  figures.map((one) => (typeof one === 'number' ? Number(one.toFixed(digits)) : one))

describe('statistics reproduce the published values', () => {
  // OFFICE-407
  test('of LSAT-6', () => {
    const { people, alpha, standardError, questions } = examStatistics(lsatQuestions, lsat.six)
    expect(people).toBe(1000)
    expect(rounded([alpha, standardError], 4)).toEqual([0.295, 0.8691])
    const facilities = questions.map(({ facility }) => facility)
    expect(rounded(facilities, 3)).toEqual([0.924, 0.709, 0.553, 0.763, 0.87])
    const corrected = questions.map((one) => one.corrected)
    expect(rounded(corrected, 4)).toEqual([0.1128, 0.1532, 0.1728, 0.1444, 0.1216])
  })

  // OFFICE-407
  test('of LSAT-7', () => {
    const { alpha, questions } = examStatistics(lsatQuestions, lsat.seven)
    expect(rounded([alpha], 4)).toEqual([0.4534])
    const corrected = questions.map((one) => one.corrected)
    expect(rounded(corrected, 4)).toEqual([0.2457, 0.2467, 0.3132, 0.2228, 0.1748])
  })
})

const expectClose = (found: readonly unknown[], expected: readonly number[]) => {
  expect(found).toHaveLength(expected.length)
  for (const [at, one] of found.entries()) expect(one).toBeCloseTo(expected[at] ?? 0, 8)
}

describe('statistics of partial credit agree with R', () => {
  const folder = new URL('checked-with-r/', import.meta.url)
  const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))
  const names = { O: 'omitted', N: 'not-reached', D: 'not-asked' } as const
  const cellOf = (text: string): Cell => (text in names ? names[text as keyof typeof names] : Number(text))
  const read = (file: string) =>
    readFileSync(new URL(file, folder), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => personOf(line.split(',').map(cellOf)))
  const mostMarks = [1, 1, 2, 4, 4, 6, 8, 3]
  const questions = questionsOf(mostMarks)

  // OFFICE-407
  test.each(['answers', 'drawn'])('by fifth of the total, also of an option that is chosen: %s', (name) => {
    const withOption = questions.map((question) => ({ ...question, options: ['best'] }))
    const people = read(`${name}.csv`).map(({ cells }) => ({
      cells,
      chosen: cells.map((cell, at) => (cell === mostMarks[at] ? ['best'] : undefined)),
    }))
    const found = examStatistics(withOption, people).questions
    const { facilityByFifth, best, bestByFifth } = expected[name]
    expectClose(
      found.flatMap(({ fifths }) => fifths.map(({ facility }) => facility)),
      facilityByFifth,
    )
    expectClose(
      found.map(({ options }) => options[0]?.correlation),
      best,
    )
    expectClose(
      found.flatMap(({ options }) => options[0]?.byFifth ?? []),
      bestByFifth,
    )
  })

  test.each(['answers', 'drawn'])('quartiles, as R has them by type 7: %s', (name) => {
    const totals = read(`${name}.csv`).map(({ cells }) =>
      cells.reduce<number>((sum, cell) => sum + (typeof cell === 'number' ? cell : 0), 0),
    )
    expectClose(quartilesOf(totals), expected[name].quartiles)
  })

  // OFFICE-407
  test.each(['answers', 'drawn'])('with omitted and unreached questions: %s', (name) => {
    const found = examStatistics(questions, read(`${name}.csv`))
    const { mean, standardDeviation, alpha, standardError, ...each } = expected[name]
    expectClose([found.mean, found.standardDeviation], [mean, standardDeviation])
    for (const figure of ['facility', 'uncorrected', 'corrected'] as const) {
      const figures = found.questions.map((one) => one[figure])
      expectClose(figures, each[figure])
    }
    const reliability = [found.alpha, found.standardError, ...found.questions.map(({ alphaWithout }) => alphaWithout)]
    if (name === 'drawn') expect(new Set(reliability)).toEqual(new Set(['drawn']))
    else expectClose(reliability, [alpha, standardError, ...each.alphaWithout])
  })
})

const anyCell = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 4 }) },
  fc.constantFrom<Cell>('omitted', 'not-reached', 'not-asked', 'unmarked'),
)
const anyPeople = (least: number) =>
  fc
    .integer({ min: 1, max: 5 })
    .chain((count) =>
      fc
        .array(fc.array(anyCell, { minLength: count, maxLength: count }).map(personOf), { minLength: least, maxLength: 60 })
        .map((people) => ({ people, questions: questionsOf(Array.from({ length: count }, () => 4)) })),
    )
const isBetween = (figure: unknown, least: number, most: number) =>
  typeof figure !== 'number' || (figure >= least - 1e-9 && figure <= most + 1e-9)

describe('statistics', () => {
  // OFFICE-407
  test('count everybody of a question once, with the reason for whom they leave out', () => {
    void fc.assert(
      fc.property(anyPeople(0), ({ people, questions }) => {
        const found = examStatistics(questions, people)
        expect(found.people + found.unmarked).toBe(people.length)
        for (const [at, { people: counted, notReached, unmarked }] of found.questions.entries()) {
          const notAsked = people.filter(({ cells }) => cells[at] === 'not-asked').length
          expect(counted + notReached + unmarked + notAsked).toBe(people.length)
        }
      }),
    )
  })

  test('stay within their bounds, and never are no number', () => {
    void fc.assert(
      fc.property(anyPeople(0), ({ people, questions }) => {
        const found = examStatistics(questions, people)
        for (const { facility, corrected, uncorrected } of found.questions) {
          expect(isBetween(facility, 0, 1) && isBetween(corrected, -1, 1) && isBetween(uncorrected, -1, 1)).toBe(true)
          expect([facility, corrected, uncorrected]).not.toContain(Number.NaN)
        }
        expect(isBetween(found.alpha, Number.NEGATIVE_INFINITY, 1)).toBe(true)
      }),
    )
  })

  test('do not depend on the order of people', () => {
    void fc.assert(
      fc.property(anyPeople(10), ({ people, questions }) => {
        const figures = (some: readonly Person[]) => {
          const { mean, alpha, questions: each } = examStatistics(questions, some)
          return [mean, alpha, ...each.flatMap(({ facility, corrected }) => [facility, corrected])]
        }
        const reversed = figures(people.toReversed())
        for (const [at, figure] of figures(people).entries()) {
          if (typeof figure === 'number') expect(reversed[at]).toBeCloseTo(figure, 8)
          else expect(reversed[at]).toBe(figure)
        }
      }),
    )
  })

  test('show nothing of fewer people than ten, and no correlation of what is the same for all', () => {
    const questions = questionsOf([4, 4])
    const few = examStatistics(
      questions,
      Array.from({ length: fewestPeople - 1 }, (_, at) => personOf([at % 4, 2])),
    )
    expect([few.mean, few.alpha, few.questions[0]?.facility]).toEqual(['too-few', 'too-few', 'too-few'])
    const enough = examStatistics(
      questions,
      Array.from({ length: fewestPeople }, (_, at) => personOf([at % 4, 2])),
    )
    expect(enough.questions[1]).toMatchObject({ facility: 0.5, uncorrected: 'no-variation' })
  })

  test('say who chose which option, by the fifth of their total, and put the same totals into the lower fifth', () => {
    const questions = [{ id: 'q', maxMarks: 1, options: ['a', 'b'] }, ...questionsOf([10])]
    const people = Array.from({ length: 10 }, (_, at) => ({
      cells: [at >= 6 ? 1 : 0, at < 3 ? 0 : at],
      chosen: [[at >= 6 ? 'a' : 'b']],
    }))
    const [asked] = examStatistics(questions, people).questions
    expect(asked?.options.map(({ id, byFifth }) => [id, byFifth])).toEqual([
      ['a', [0, 0, 0, 2, 2]],
      ['b', [3, 1, 2, 0, 0]],
    ])
    expect(Number(asked?.options[0]?.correlation)).toBeGreaterThan(0.5)
    expect(Number(asked?.options[1]?.correlation)).toBeLessThan(-0.5)
  })
})

describe('a question about which something was decided', () => {
  const decidedPeople = fc
    .integer({ min: 2, max: 5 })
    .chain((count) =>
      fc
        .array(fc.array(anyCell, { minLength: count, maxLength: count }).map(personOf), { minLength: 10, maxLength: 60 })
        .map((people) => ({ people, questions: questionsOf(Array.from({ length: count }, () => 4)) })),
    )
  const sum = ({ people, unmarked, mean, standardDeviation, alpha, standardError }: ReturnType<typeof examStatistics>) => {
    const figures = [people, unmarked, mean, standardDeviation, alpha, standardError]
    return figures.map((one) => (typeof one === 'number' ? Number(one.toFixed(8)) : one))
  }

  // OFFICE-407
  test('is in no figure of the others if it is neutralised: they are those of the exam without it', () => {
    void fc.assert(
      fc.property(decidedPeople, ({ people, questions }) => {
        const [first, ...others] = questions
        const found = examStatistics([{ ...first, counts: 'nothing' }, ...others] as QuestionFacts[], people)
        const without = examStatistics(
          others,
          people.map(({ cells }) => personOf(cells.slice(1))),
        )
        expect(sum(found)).toEqual(sum(without))
        expect(found.questions.slice(1)).toEqual(without.questions)
        expect(found.questions[0]).toMatchObject({ corrected: 'left-out', uncorrected: 'left-out', alphaWithout: 'left-out' })
      }),
    )
  })

  // OFFICE-407
  test('keeps its own facility, and who chose which option by the fifths of the total that is left', () => {
    const questions = [{ id: 'q', maxMarks: 1, options: ['a'], counts: 'nothing' as const }, ...questionsOf([10])]
    const people = Array.from({ length: 10 }, (_, at) => ({
      cells: [at < 5 ? 1 : 0, at],
      chosen: [[at < 5 ? 'a' : 'b']],
    }))
    const { questions: found, mean } = examStatistics(questions, people)
    expect(mean).toBe(4.5)
    expect(found[0]).toMatchObject({ people: 10, facility: 0.5, options: [{ id: 'a', byFifth: [2, 2, 1, 0, 0] }] })
    expect(found[0]?.fifths[0]).toEqual({ people: 2, facility: 1 })
  })

  // OFFICE-407
  test('adds all its marks to everybody who was asked if they were given to all, and changes no reliability', () => {
    void fc.assert(
      fc.property(decidedPeople, ({ people: any, questions }) => {
        const people = any.map(({ cells }) => personOf(cells.map((cell) => (cell === 'not-asked' ? 0 : cell))))
        const [first, ...others] = questions
        const [full, nothing] = (['full', 'nothing'] as const).map((counts) =>
          examStatistics([{ ...first, counts }, ...others] as QuestionFacts[], people),
        )
        if (!full || !nothing) throw new Error('Both are there.')
        expect(full.mean).toEqual(typeof nothing.mean === 'number' ? expect.closeTo(nothing.mean + 4, 8) : nothing.mean)
        expect(sum({ ...full, mean: 'too-few' })).toEqual(sum({ ...nothing, mean: 'too-few' }))
        expect(full.questions[0]?.facility).toEqual(nothing.questions[0]?.facility)
      }),
    )
  })
})

// OFFICE-407
test('the facility of each fifth of the total is that of its people alone', () => {
  const people = Array.from({ length: 10 }, (_, at) => personOf([at < 4 ? 0 : 4, at]))
  const [question] = examStatistics(questionsOf([4, 10]), people).questions
  expect(question?.fifths).toEqual([0, 0, 1, 1, 1].map((facility) => ({ people: 2, facility })))
  const [alike] = examStatistics(
    questionsOf([4]),
    Array.from({ length: 10 }, () => personOf([2])),
  ).questions
  expect(alike?.fifths).toEqual([{ people: 10, facility: 0.5 }, ...Array.from({ length: 4 }, () => ({ people: 0 }))])
})
