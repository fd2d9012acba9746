import type { Boundary } from '@sitwell/exam/result-rules/result-rules'
import { compareShares } from '@sitwell/exam/result-rules/share'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  inRoom,
  isSameGrading,
  problemsOf,
  roomOf,
  shareOfPercent,
  shownBoundaries,
  shownPassMark,
  withAnother,
} from './boundary-draft.ts'
import { placeOf, readPlace, sameMost, scaleOf, shareAt, stepped, typedPlace } from './boundary-scale.ts'
import { atOrAbove, curvePoints, sortedShares } from './curve-shape.ts'
import { gradeOrder, gradesOf, whatMoves } from './what-moves.ts'

const billion = 1_000_000_000
const sixty = scaleOf('marks', [60 * billion, 60 * billion])
const percent = scaleOf('percent', [60 * billion])
const boundary = (grade: string, place: number, pass = true): Boundary => ({ grade, from: shareAt(place, sixty), pass })
const nobody = { sorted: new Float64Array(), most: undefined }
const exam = {
  version: 1,
  boundaries: [
    { grade: 'Merit', fromPercent: 70, pass: true },
    { grade: 'Pass', fromPercent: 50, pass: true },
  ],
}

describe('a boundary on its scale', () => {
  // OFFICE-403
  test('moves by whole marks, and one that lies between two of them goes to the next one', () => {
    const third = { marks: 1, of: 3 }
    expect(placeOf(stepped({ marks: 50, of: 100 }, 1, sixty), sixty)).toBe(31)
    expect(placeOf(stepped({ marks: 1, of: 7 }, 1, sixty), sixty)).toBe(9)
    expect(placeOf(stepped({ marks: 1, of: 7 }, -1, sixty), sixty)).toBe(8)
    expect([1, -1].map((steps) => placeOf(stepped(third, steps, percent), percent))).toEqual([34, 33])
    expect([-5, 5].map((steps) => placeOf(stepped(shareAt(steps < 0 ? 2 : 58, sixty), steps, sixty), sixty))).toEqual([0, 60])
  })

  // OFFICE-403
  test('is read as it was typed, to a part of a mark, and refused if it is no place on the scale', () => {
    expect(readPlace(' 29,5 ', sixty)).toEqual({ marks: 29.5 * billion, of: 60 * billion })
    expect(['61', '-1', 'x', '', '1.23456', '1e3'].map((typed) => readPlace(typed, sixty))).toEqual(Array(6).fill(undefined))
    expect(typedPlace({ marks: 2, of: 3 }, percent)).toBe('66.6667')
    expect(sameMost([3, 3, 4])).toBeUndefined()
    expect(scaleOf('marks', [3 * billion, 4 * billion]).unit).toBe('percent')
  })

  test('stays between its neighbours, and is said to be wrong where it does not', () => {
    const all = [boundary('Pass', 30), boundary('Merit', 40)]
    const room = roomOf(all, 0, sixty)
    expect(room.map((one) => placeOf(one, sixty))).toEqual([0, 39])
    expect(placeOf(inRoom(shareAt(55, sixty), room), sixty)).toBe(39)
    expect(problemsOf(all)).toEqual([undefined, undefined])
    expect(problemsOf([boundary('Pass', 40), boundary('Merit', 40), boundary(' ', 50), boundary('Pass', 60)])).toEqual([
      ...['same-name', 'order', 'name', 'same-name'],
    ])
    expect(withAnother(all, 'Top', sixty).map(({ from }) => placeOf(from, sixty))).toEqual([30, 40, 50])
  })
})

test('what counts is what the delivery says, and what the exam says otherwise', () => {
  expect(shownBoundaries({}, exam, nobody).map(({ grade, from }) => [grade, from.marks])).toEqual([
    ['Pass', 5000],
    ['Merit', 7000],
  ])
  expect(shownBoundaries({ boundaries: [boundary('Only', 3)] }, exam, nobody)).toHaveLength(1)
  expect(shownPassMark({}, exam, nobody)).toBeUndefined()
  expect(shownPassMark({}, { version: 1, boundaries: [], passMark: 40 }, nobody)).toEqual({ marks: 4000, of: 10_000 })
  expect(
    isSameGrading(
      { boundaries: [boundary('Pass', 30)] },
      { boundaries: [{ ...boundary('Pass', 30), from: { marks: 1, of: 2 } }] },
    ),
  ).toBe(true)
  expect(isSameGrading({}, { boundaries: [] })).toBe(false)
})

// OFFICE-403
test('taking over what an exam says moves nobody, though it rounds and the delivery is exact', () => {
  const people = (scores: readonly number[], mosts: readonly number[]) => ({
    sorted: sortedShares(scores, mosts),
    most: sameMost(mosts.map((most) => most * billion)),
  })
  // 43 of 60 are 71.666…, which the exam rounds up to its 71.67.
  expect(shareOfPercent(71.67, people([43, 20], [60, 60]))).toEqual({ marks: 43 * billion, of: 60 * billion })
  expect(shareOfPercent(71.67, people([44, 20], [60, 60]))).toEqual({ marks: 7167, of: 10_000 })
  expect(shareOfPercent(66.67, people([2, 1], [3, 4]))).toEqual({ marks: 66_665, of: 100_000 })
  const marks = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 30 })
  void fc.assert(
    fc.property(marks, fc.integer({ min: 1, max: 10_000 }), (scores, hundredths) => {
      const curve = curveOf(
        scores.map((score) => score / 10),
        70,
      )
      const of = {
        ...curve,
        exams: [{ version: 1, boundaries: [{ grade: 'Pass', fromPercent: hundredths / 100, pass: true }] }],
      }
      const boundaries = shownBoundaries({}, of.exams[0], {
        sorted: sortedShares(of.scores, of.maxes),
        most: sameMost(of.maxes),
      })
      expect(gradesOf(of, { boundaries })).toEqual(gradesOf(of, {}))
    }),
  )
})

const curveOf = (scores: readonly number[], most = 60) => ({
  ...{ scores: scores.map((score) => Math.round(score * billion)), maxes: scores.map(() => most * billion) },
  ...{ exam: scores.map(() => 0), exams: [exam] },
})

describe('moving a boundary', () => {
  // OFFICE-402
  test('names whoever goes up or down, and counts each grade before and after', () => {
    const curve = curveOf([29, 29.5, 30, 41, 42])
    const before = gradesOf(curve, {})
    const boundaries = [boundary('Pass', 29.5), boundary('Merit', 41)]
    const moves = whatMoves(before, gradesOf(curve, { boundaries }), gradeOrder(boundaries, ['Merit', 'Pass']))
    expect(moves).toMatchObject({ up: 2, down: 0, passes: 1, fails: 0 })
    expect(moves.movers.map(({ at, before: { grade }, after }) => [at, grade, after.grade])).toEqual([
      [1, '', 'Pass'],
      [3, 'Pass', 'Merit'],
    ])
    expect(moves.grades).toEqual([
      { grade: 'Merit', before: 1, after: 2 },
      { grade: 'Pass', before: 2, after: 2 },
      { grade: '', before: 2, after: 1 },
    ])
    const higher = [boundary('Pass', 31), boundary('Merit', 42)]
    expect(whatMoves(before, gradesOf(curve, { boundaries: higher }), ['Merit', 'Pass'])).toMatchObject({ down: 1, fails: 1 })
  })

  // OFFICE-402
  test('upwards moves nobody up, and counts nobody twice', () => {
    const marks = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 50 })
    const place = fc.integer({ min: 0, max: 30 })
    void fc.assert(
      fc.property(marks, place, place, (scores, one, other) => {
        const curve = curveOf(scores)
        const at = (pass: number) => gradesOf(curve, { boundaries: [boundary('Pass', pass), boundary('Merit', 45)] })
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const { up, down, fails, passes, movers, grades } = whatMoves(at(low), at(high), ['Merit', 'Pass'])
        expect([up, passes]).toEqual([0, 0])
        expect([down, fails]).toEqual([movers.length, movers.length])
        expect(movers).toHaveLength(scores.filter((score) => score >= low && score < high).length)
        for (const side of ['before', 'after'] as const)
          expect(grades.reduce((sum, each) => sum + each[side], 0)).toBe(scores.length)
      }),
    )
  })

  test('of ten thousand people is worked out again in no time', ({ annotate }) => {
    const scores = Array.from({ length: 10_000 }, (_, index) => ((index * 7919) % 6001) / 100)
    const curve = curveOf(scores)
    const before = gradesOf(curve, {})
    const names = ['Merit', 'Pass', 'C', 'B', 'A']
    const run = (pass: number) => {
      const boundaries = names.toReversed().map((grade, at) => boundary(grade, pass + at * 5))
      return whatMoves(before, gradesOf(curve, { boundaries }), gradeOrder(boundaries, names)).movers.length
    }
    run(20)
    const began = performance.now()
    for (let pass = 20; pass < 30; pass += 1) run(pass)
    void annotate(`a move of a boundary of 10,000 people takes ${((performance.now() - began) / 10).toFixed(1)} ms`)
  })
})

test('the curve counts who is at or above each mark, and those exactly at it', () => {
  const sorted = sortedShares(
    [0, 20, 20, 60, 70].map((score) => score * billion),
    Array(5).fill(60 * billion),
  )
  expect(atOrAbove(sorted, 20 / 60)).toBe(4)
  expect(atOrAbove(sorted, 20.001 / 60)).toBe(2)
  expect(curvePoints(sorted, 3)).toEqual([5, 4, 2, 2])
  expect(compareShares({ marks: 1, of: 3 }, shareAt(20, sixty))).toBe(0)
})
