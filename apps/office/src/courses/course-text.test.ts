import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scoreText, timeText } from './course-text.ts'
import { orderOf, sortOf } from './courses-list.ts'

test('times are hours, minutes and seconds, and lose nothing but parts of a second', () => {
  expect([0, 999, 61_000, 3_930_000, 360_000_000].map((ms) => timeText(ms, 'en'))).toEqual([
    ...['0:00:00', '0:00:00', '0:01:01', '1:05:30', '100:00:00'],
  ])
  void fc.assert(
    fc.property(fc.nat(1_000_000_000), (ms) => {
      const [hours = 0, minutes = 0, seconds = 0] = timeText(ms, 'en').split(':').map(Number)
      expect(hours * 3600 + minutes * 60 + seconds).toBe(Math.floor(ms / 1000))
      expect(Math.max(minutes, seconds)).toBeLessThan(60)
    }),
  )
})

test('scores are percentages to one place, below nothing too', () => {
  expect([1, 0.6, 0.6666, -0.25, 0].map((score) => scoreText(score, 'en'))).toEqual(['100%', '60%', '66.7%', '-25%', '0%'])
})

test('each order of the list is that of a header', () => {
  for (const sort of ['name', 'newest'] as const) expect(orderOf(sortOf(sort))).toBe(sort)
})
