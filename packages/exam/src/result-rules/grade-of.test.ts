import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBillionths } from '../marks-ledger/billionths.ts'
import { percentOfMarks } from '../results/exact-marks.ts'
import { changedRules, problemsOfChange } from './changed-rules.ts'
import { type ExamGrades, gradeOf, gradeOfExam } from './grade-of.ts'
import type { Boundary, Decision } from './result-rules.ts'
import { compareMarks, compareShares, percentOf, reaches } from './share.ts'
import { noGrades, rules } from './testing/arbitrary-rules.ts'

const whole = 1_000_000_000
const marks = fc
  .integer({ min: 1, max: 1000 * whole })
  .chain((max) => fc.record({ score: fc.integer({ min: -max, max }), max: fc.constant(max) }))
const boundary = (grade: string, part: number, of: number, pass = true): Boundary => ({
  grade,
  from: { marks: part, of },
  pass,
})

describe('grades by exact marks', () => {
  // OFFICE-403
  test('who has exactly what a boundary asks for has reached it, and whoever has a billionth less has not', () => {
    void fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 1, max: 100_000 }), (part, of) => {
        fc.pre(part <= of)
        const max = of * whole
        const from = { marks: part, of }
        expect(reaches({ score: part * whole, max }, from)).toBe(true)
        expect(reaches({ score: part * whole - 1, max }, from)).toBe(false)
      }),
    )
    const twoThirds = boundary('A', 2, 3)
    const grade = (score: number, max: number) => gradeOf({ score, max }, { boundaries: [twoThirds] }, noGrades).grade
    expect([grade(2 * whole, 3 * whole), grade(2 * whole - 1, 3 * whole)]).toEqual(['A', ''])
    // Two of three as an author wrote them in percent are a little more than two thirds.
    const inPercent = gradeOf({ score: 2, max: 3 }, { boundaries: [boundary('A', 6667, 10_000)] }, noGrades)
    expect(inPercent).toEqual({ grade: '', passed: false })
  })

  // OFFICE-403
  test('percentages are rounded once, as they are everywhere', () => {
    void fc.assert(
      fc.property(marks, (one) => {
        expect(percentOf(one)).toBe(percentOfMarks(fromBillionths(one.score), fromBillionths(one.max)))
      }),
    )
    expect(percentOf({ score: 0, max: 0 })).toBe(0)
    expect(percentOf({ score: 2, max: 3 })).toBe(66.67)
  })

  test('more marks never lead to a lower grade', () => {
    void fc.assert(
      fc.property(marks, fc.nat(), rules, (one, more, { boundaries = [] }) => {
        const sorted = boundaries.toSorted((first, second) => compareShares(first.from, second.from))
        const place = (score: number) => sorted.filter(({ from }) => reaches({ score, max: one.max }, from)).length
        expect(place(one.score + more)).toBeGreaterThanOrEqual(place(one.score))
        const grade = gradeOf(one, { boundaries }, noGrades)
        const reached = sorted
          .slice(0, place(one.score))
          .findLast(({ from }) => compareShares(from, sorted[place(one.score) - 1]?.from ?? from) === 0)
        expect(place(one.score) === 0 ? grade.grade === '' && grade.passed === false : reached !== undefined).toBe(true)
      }),
    )
  })

  test('marks of different papers are compared as parts of what could be had', () => {
    void fc.assert(
      fc.property(marks, marks, (one, other) => {
        const exact = BigInt(one.score) * BigInt(other.max) - BigInt(other.score) * BigInt(one.max)
        expect(Math.sign(compareMarks(one, other))).toBe(exact === 0n ? 0 : exact < 0n ? -1 : 1)
      }),
    )
    expect(compareMarks({ score: 5, max: 0 }, { score: 0, max: 9 })).toBe(0)
  })

  const exam: ExamGrades = {
    gradeBoundaries: [
      { grade: 'Fail', fromPercent: 0, pass: false },
      { grade: 'Pass', fromPercent: 66.67, pass: true },
    ],
    passMark: 10,
  }

  test('those of the exam count as ever, by the rounded percentage, until the delivery has its own', () => {
    expect(gradeOf({ score: 2, max: 3 }, {}, exam)).toEqual({ grade: 'Pass', passed: true })
    expect(gradeOfExam(66.66, exam)).toEqual({ grade: 'Fail', passed: false })
    expect(gradeOfExam(66.66, { ...exam, gradeBoundaries: [] })).toEqual({ grade: '', passed: true })
    expect(gradeOfExam(5, noGrades)).toEqual({ grade: '', passed: null })
    const own = [boundary('Merit', 4, 5), boundary('Pass', 1, 2)]
    expect(gradeOf({ score: 2, max: 3 }, { boundaries: own }, exam)).toEqual({ grade: 'Pass', passed: true })
    expect(gradeOf({ score: 1, max: 3 }, { boundaries: own }, exam)).toEqual({ grade: '', passed: false })
    // A pass mark decides about passing, whatever the grade.
    expect(gradeOf({ score: 2, max: 3 }, { boundaries: own, passMark: { marks: 3, of: 4 } }, exam)).toEqual({
      grade: 'Pass',
      passed: false,
    })
  })
})

describe('a change of the rules', () => {
  const full = (questionID: string): Decision => ({ questionID, kind: 'full', down: 'keep' })
  const accept = (questionID: string, answerText: string): Decision => ({
    ...{ questionID, kind: 'accept', down: 'keep' },
    also: { answerText, options: [] },
  })

  test('puts a decision in place of others about its question, and an accepted answer beside others', () => {
    const before = { decisions: [accept('a', 'B'), full('b')] }
    const { decisions } = changedRules(before, { decide: [accept('a', 'C'), accept('a', 'C'), accept('b', 'D')] })
    expect(decisions).toEqual([accept('a', 'B'), accept('a', 'C'), accept('b', 'D')])
    expect(changedRules({ decisions }, { decide: [full('a')] }).decisions).toEqual([full('a'), accept('b', 'D')])
    expect(changedRules({ decisions }, { takeBack: ['a'], decide: [full('a')] }).decisions).toEqual([
      full('a'),
      accept('b', 'D'),
    ])
    expect(changedRules({ decisions }, { takeBack: ['a', 'b', 'x'] }).decisions).toEqual([])
  })

  test('keeps what it does not name, and null goes back to the exam', () => {
    const own = [boundary('C', 1, 3), boundary('A', 2, 3)]
    const before = changedRules({ decisions: [] }, { boundaries: own, passMark: { marks: 1, of: 2 } })
    expect(before.boundaries?.map(({ grade }) => grade)).toEqual(['A', 'C'])
    expect(changedRules(before, { decide: [full('a')] })).toEqual({ ...before, decisions: [full('a')] })
    expect(changedRules(before, { boundaries: null, passMark: null })).toEqual({ decisions: [] })
  })

  test('says what contradicts itself', () => {
    const problems = (change: Parameters<typeof problemsOfChange>[0]) =>
      problemsOfChange(change).map(({ path, message }) => `${path} ${message}`)
    expect(problems({ decide: [accept('a', 'B'), accept('a', 'C'), full('b')] })).toEqual([])
    expect(problems({ decide: [accept('a', 'B'), full('a')] })).toEqual(['decide.1 mixed'])
    expect(problems({ decide: [accept('a', ' '), { ...full('b'), also: accept('b', 'x').also }] })).toEqual([
      'decide.0.also also',
      'decide.1.also also',
    ])
    expect(problems({ boundaries: [boundary('A', 2, 3), boundary('B', 4, 6)] })).toEqual(['boundaries.1 twice'])
    expect(problems({ boundaries: [boundary('A', 2, 3), boundary('A', 1, 3)] })).toEqual(['boundaries.1 twice'])
    expect(problems({ boundaries: [boundary('C', 1, 3), boundary('A', 2, 3, false)] })).toEqual([
      'boundaries.0.pass pass-order',
    ])
  })
})
