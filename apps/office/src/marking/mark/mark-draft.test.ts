import type { MarkCriterion } from '@sitwell/exam/mark-scheme/mark-scheme'
import { fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billionthsIn, billionthsOf, decimalOf, typedMarks } from './exact-marks.ts'
import {
  checkDraft,
  choicesOf,
  criteriaOf,
  draftOf as draftOfMark,
  emptyDraft,
  isEmptyDraft,
  type MarkRules,
  pointsByDigit,
  problemOf,
  totalSoFar,
  wholeId,
} from './mark-draft.ts'

const mostBillionths = 999_999 * 1_000_000_000 + 999_999_999

describe('marks', () => {
  // OFFICE-403
  test('are read, written and sent exactly, with up to nine decimals', () => {
    void fc.assert(
      fc.property(fc.integer({ min: -mostBillionths, max: mostBillionths }), (billionths) => {
        const written = decimalOf(billionths)
        expect(billionthsOf(written)).toBe(billionths)
        expect(billionthsOf(written.replace('.', ','))).toBe(billionths)
        expect(billionthsIn(fromBillionths(billionths))).toBe(billionths)
        expect(typedMarks(fromBillionths(billionths))).toBe(written)
      }),
    )
  })

  test('are read as they are typed, and nothing else is', () => {
    expect(billionthsOf(' 2,5 ')).toBe(2_500_000_000)
    expect(billionthsOf('2.')).toBe(2_000_000_000)
    expect(billionthsOf('−1')).toBe(-1_000_000_000)
    for (const typed of ['', '1e3', '.5', '1.2.3', '1234567', '0.1234567891', 'two', '٣', 'NaN', '0x1', '--1'])
      expect(billionthsOf(typed), typed).toBeUndefined()
    expect(decimalOf(1)).toBe('0.000000001')
    expect(decimalOf(10_000_000_000)).toBe('10')
    expect(() => billionthsIn(0.1 + 0.2)).toThrow('no number of marks')
  })
})

const criterion = (fields: Partial<MarkCriterion> = {}): MarkCriterion => ({ id: 'a', title: 'A', maxMarks: 2, ...fields })
const levels = [
  { marks: 4, description: 'good' },
  { marks: 0, description: 'nothing' },
  { marks: 1.5, description: 'some' },
]

describe('points of a criterion', () => {
  test('are chosen up to ten, or by its levels, and typed otherwise', () => {
    expect(choicesOf(criterion())).toEqual(['0', '1', '2'])
    expect(choicesOf(criterion({ maxMarks: 10 }))).toHaveLength(11)
    expect(choicesOf(criterion({ maxMarks: 11 }))).toBeUndefined()
    expect(choicesOf(criterion({ minMarks: -2, maxMarks: 0 }))).toEqual(['-2', '-1', '0'])
    expect(choicesOf(criterion({ maxMarks: 2.5 }))).toBeUndefined()
    expect(choicesOf(criterion({ maxMarks: 4, levels }))).toEqual(['0', '1.5', '4'])
  })

  test('are explained if they can’t be', () => {
    expect(problemOf(criterion(), ' ')).toBe('missing')
    expect(problemOf(criterion(), 'x')).toBe('no-number')
    expect(problemOf(criterion(), '-1')).toBe('too-few')
    expect(problemOf(criterion({ minMarks: -1 }), '-1')).toBeUndefined()
    expect(problemOf(criterion(), '2.000000001')).toBe('too-many')
    expect(problemOf(criterion(), '1,5')).toBeUndefined()
    expect(problemOf(criterion({ maxMarks: 4, levels }), '2')).toBe('no-level')
    expect(problemOf(criterion({ maxMarks: 4, levels }), '1.50')).toBeUndefined()
  })

  test('are given by a digit only if the criterion can have them', () => {
    expect(pointsByDigit(criterion(), '2')).toBe('2')
    expect(pointsByDigit(criterion(), '3')).toBeUndefined()
    expect(pointsByDigit(criterion({ maxMarks: 4, levels }), '4')).toBe('4')
    expect(pointsByDigit(criterion({ maxMarks: 4, levels }), '3')).toBeUndefined()
    expect(pointsByDigit(criterion({ maxMarks: 30 }), '9')).toBe('9')
  })
})

const rulesOf = (maxima: readonly number[], bounds: { floor?: number; ceiling?: number } = {}): MarkRules => ({
  maxMarks: maxima.reduce((sum, each) => sum + each, 0),
  scheme: {
    version: 1,
    criteria: maxima.map((maxMarks, place) => criterion({ id: String(place), maxMarks })),
    ...bounds,
  },
})
const draftOf = (points: readonly string[]) => ({
  ...emptyDraft,
  points: Object.fromEntries(points.map((typed, place) => [String(place), typed])),
})

describe('a draft', () => {
  test('comes to the exact sum of its points, within floor and ceiling of the scheme', () => {
    const tenth = fc.integer({ min: 0, max: 90 })
    void fc.assert(
      fc.property(fc.array(tenth, { minLength: 1, maxLength: 8 }), fc.nat(20), fc.nat(40), (tenths, floor, ceiling) => {
        const rules = rulesOf(
          tenths.map(() => 9),
          { floor, ceiling: floor + ceiling },
        )
        const draft = draftOf(tenths.map((each) => String(each / 10)))
        const checked = checkDraft(rules, draft)
        const sum = tenths.reduce((total, each) => total + each, 0) * 100_000_000
        const [least, most] = [floor * 1_000_000_000, (floor + ceiling) * 1_000_000_000]
        const wanted = Math.min(Math.max(sum, least), most)
        expect(checked.ok && checked.total).toBe(wanted)
        // As it would be after it was stored and opened again.
        expect(checked.ok && draftOfMark(checked.given).points).toEqual(draft.points)
        expect(totalSoFar(rules, draft)).toBe(decimalOf(wanted))
      }),
    )
  })

  test('is whole only once each criterion has points that it can have', () => {
    const rules = rulesOf([1, 2, 3])
    const checked = checkDraft(rules, draftOf(['1', '3']))
    expect(checked.ok ? undefined : [...checked.problems]).toEqual([
      ['1', 'too-many'],
      ['2', 'missing'],
    ])
    expect(totalSoFar(rules, draftOf(['1', 'x', '2']))).toBe('3')
    expect(totalSoFar(rules, draftOf(['1', '21', '2']))).toBe('3')
  })

  test('without a scheme is one number up to the marks of the question', () => {
    const rules: MarkRules = { maxMarks: 6 }
    expect(criteriaOf(rules)).toEqual([{ id: wholeId, title: '', maxMarks: 6 }])
    const of = (typed: string) => checkDraft(rules, { ...emptyDraft, points: { [wholeId]: typed } })
    expect(of('6')).toMatchObject({ ok: true, total: 6_000_000_000, given: { marks: 6 } })
    expect(of('6.5').ok).toBe(false)
  })

  test('is empty until something of it is entered', () => {
    expect(isEmptyDraft(emptyDraft)).toBe(true)
    expect(isEmptyDraft({ ...emptyDraft, points: { a: ' ' } })).toBe(true)
    for (const entered of [{ points: { a: '0' } }, { comment: 'x' }, { learnerComment: 'x' }, { isFlagged: true }])
      expect(isEmptyDraft({ ...emptyDraft, ...entered })).toBe(false)
  })
})
