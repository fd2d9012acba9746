import { expect, test } from 'vitest'
import { timeText } from './time-text.ts'

test('a time is read as minutes and seconds, and as hours only if there are some', () => {
  expect([0, 400, 59_600, 72_000, 3_599_000, 3_601_000].map((ms) => timeText(ms, 'en-GB'))).toEqual([
    ...['0:00', '0:00', '1:00', '1:12', '59:59', '1:00:01'],
  ])
  expect(timeText(72_000, 'ar-EG')).toBe('١:١٢')
})
