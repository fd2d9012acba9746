import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf } from './kept-days.ts'
import { isKeptLongEnough } from './kept-until.ts'

const dayMs = 86_400_000
const at = (iso: string) => Date.parse(iso)

test('a document is kept until its last day is over everywhere on earth, and without one as long as the organisation says', () => {
  const own = { keep_until: '2026-12-01', added_at: at('2026-11-01T00:00:00Z') }
  expect(isKeptLongEnough(own, 1, at('2026-12-02T11:59:59Z'))).toBe(false)
  expect(isKeptLongEnough(own, undefined, at('2026-12-02T12:00:00Z'))).toBe(true)
  const plain = { ...own, keep_until: null }
  expect(isKeptLongEnough(plain, undefined, at('2099-01-01T00:00:00Z'))).toBe(false)
  expect(isKeptLongEnough(plain, 30, plain.added_at + 30 * dayMs - 1)).toBe(false)
  expect(isKeptLongEnough(plain, 30, plain.added_at + 30 * dayMs)).toBe(true)
})

test('a number of days that nobody can read removes nothing', () => {
  expect([undefined, '', '0', '-1', '1.5', 'for ever', '100000', ' 30 ', '1'].map(daysOf)).toEqual([
    ...[undefined, undefined, undefined, undefined, undefined, undefined, undefined, 30, 1],
  ])
})

test('what was kept long enough stays so, and an own day counts whatever the organisation says', () => {
  const ms = fc.integer({ min: 0, max: at('2100-01-01T00:00:00Z') })
  const day = ms.map((value) => new Date(value).toISOString().slice(0, 10))
  const document = fc.record({ keep_until: fc.option(day), added_at: ms })
  const days = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined })
  void fc.assert(
    fc.property(document, days, ms, ms, (one, keeps, first, more) => {
      if (isKeptLongEnough(one, keeps, first)) expect(isKeptLongEnough(one, keeps, first + more)).toBe(true)
      if (one.keep_until !== null) expect(isKeptLongEnough(one, undefined, first)).toBe(isKeptLongEnough(one, keeps, first))
    }),
  )
})
