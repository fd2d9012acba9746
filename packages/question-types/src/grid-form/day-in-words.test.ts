import { expect, test } from 'vitest'
import { dayInWords } from './day-in-words.ts'

test.each([
  ['en-GB', '4 March 2026'],
  ['en', 'March 4, 2026'],
  ['de', '4. März 2026'],
  ['cy', '4 Mawrth 2026'],
  ['ar', '4 مارس 2026'],
])('a day is written as %s does', (language, words) => {
  expect(dayInWords('2026-03-04', language)).toBe(words)
})

test('a part that isn’t chosen is left open', () => {
  expect(dayInWords('2026-03-00', 'en')).toBe('March 2026')
  expect(dayInWords('2026-00-04', 'en')).toBe('4 … 2026')
})
