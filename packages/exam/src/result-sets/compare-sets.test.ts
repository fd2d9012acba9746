import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ComparableRow, changesBetween, nothingBecause, totalsOf } from './compare-sets.ts'
import { outcomes } from './outcome.ts'

const marked = fc.record({
  outcome: fc.constant('sat' as const),
  isWithheld: fc.boolean(),
  waiting: fc.constant(0),
  score: fc.nat(100),
  maxScore: fc.integer({ min: 100, max: 120 }),
  grade: fc.constantFrom('', 'A', 'B'),
  passed: fc.constantFrom(true, false, null),
  marks: fc.constantFrom('[1]', '[2]'),
})
const unmarked = fc.record({
  outcome: fc.constantFrom(...outcomes),
  isWithheld: fc.boolean(),
  waiting: fc.nat(3),
  ...{ score: fc.constant(null), maxScore: fc.constant(null), grade: fc.constant(null) },
  ...{ passed: fc.constant(null), marks: fc.constant(null) },
})
const row: fc.Arbitrary<ComparableRow> = fc.oneof(marked, unmarked)

// OFFICE-405
test('a row does not differ from itself, and one that differs at all differs in some way', () => {
  void fc.assert(
    fc.property(row, (one) => {
      expect(changesBetween(one, { ...one })).toEqual([])
    }),
  )
  void fc.assert(
    fc.property(row, row, (one, other) => {
      const said = (of: ComparableRow) => JSON.stringify({ ...of, waiting: 0 })
      expect(changesBetween(one, other).length > 0).toBe(said(one) !== said(other))
    }),
  )
})

// OFFICE-405
test('who goes up one way goes down the other', () => {
  void fc.assert(
    fc.property(row, row, (one, other) => {
      const [there, back] = [changesBetween(one, other), changesBetween(other, one)]
      expect(there.includes('up')).toBe(back.includes('down'))
      expect(there.includes('down')).toBe(back.includes('up'))
      expect(there.filter((kind) => kind !== 'up' && kind !== 'down')).toEqual(
        back.filter((kind) => kind !== 'up' && kind !== 'down'),
      )
    }),
  )
})

test('a third of three and a third of six are equal shares, compared exactly', () => {
  const base = { outcome: 'sat', isWithheld: false, waiting: 0, grade: '', passed: null, marks: '[]' } as const
  const of = (score: number, maxScore: number): ComparableRow => ({ ...base, score, maxScore })
  expect(changesBetween(of(333_333_333, 1_000_000_000), of(333_333_334, 1_000_000_000))).toEqual(['up'])
  expect(changesBetween(of(1, 3), of(1, 2))).toEqual(['up'])
  expect(changesBetween(of(2, 3), of(3, 5))).toEqual(['down'])
})

test('people are counted once as changed, however many changes they have', () => {
  void fc.assert(
    fc.property(fc.array(fc.tuple(fc.option(row, { nil: undefined }), fc.option(row, { nil: undefined }))), (pairs) => {
      const totals = totalsOf(pairs.map(([one, other]) => changesBetween(one, other)))
      expect(totals.same + totals.changed).toBe(pairs.length)
      expect(totals.up + totals.down).toBeLessThanOrEqual(totals.changed)
    }),
  )
})

// OFFICE-405 OFFICE-408
test('a release gives a result to whoever sat, is not withheld and has all marks, and to nobody else', () => {
  void fc.assert(
    fc.property(row, (one) => {
      expect(nothingBecause(one) === undefined).toBe(one.outcome === 'sat' && !one.isWithheld && one.waiting === 0)
    }),
  )
})
