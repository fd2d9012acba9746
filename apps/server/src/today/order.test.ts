import { todayKinds } from '@sitwell/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byDeadline, entriesOf, type Found } from './order.ts'

const found: fc.Arbitrary<Found> = fc.record(
  { is: fc.constantFrom(...todayKinds), count: fc.nat(), deadlineMs: fc.integer({ min: 0, max: 5 }) },
  { requiredKeys: ['is', 'count'] },
)

describe('what needs somebody', () => {
  test('is sorted by deadline; what has none comes last, and what is alike stays in its order', () => {
    void fc.assert(
      fc.property(fc.array(found), (some) => {
        const sorted = byDeadline(some)
        expect([...sorted].sort((one, other) => some.indexOf(one) - some.indexOf(other))).toEqual(some)
        for (const [index, one] of sorted.entries()) {
          const next = sorted[index + 1]
          if (!next) continue
          expect(one.deadlineMs ?? Infinity).toBeLessThanOrEqual(next.deadlineMs ?? Infinity)
          if (one.deadlineMs === next.deadlineMs) expect(some.indexOf(one)).toBeLessThan(some.indexOf(next))
        }
      }),
    )
  })

  test('is of today until the day ends', () => {
    const at = (deadlineMs?: number): Found => ({ is: 'exam-opens', count: 1, ...(deadlineMs !== undefined && { deadlineMs }) })
    expect(entriesOf([at(), at(2000), at(1999)], 2000)).toEqual([
      { is: 'exam-opens', count: 1, deadline: '1970-01-01T00:00:01.999Z', isToday: true },
      { is: 'exam-opens', count: 1, deadline: '1970-01-01T00:00:02.000Z' },
      { is: 'exam-opens', count: 1 },
    ])
  })
})
