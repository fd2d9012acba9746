import { expect, test } from 'vitest'
import { percentText, scoreText } from './result-text.ts'

const text = (id: string, values: object = {}) => `${id} ${JSON.stringify(values)}`

// OFFICE-408
test('a score of zero is written as zero, and no score as nothing', () => {
  const sat = { outcome: 'sat', isWithheld: false } as const
  expect(scoreText({ ...sat, score: 0, maxScore: 60 }, text, 'en')).toBe('results.scoreOf {"score":"0","max":"60"}')
  expect(scoreText({ outcome: 'absent', isWithheld: false }, text, 'en')).toBe('')
  expect(percentText({ ...sat, percent: 0 }, 'en')).toBe('0%')
  expect(percentText({ outcome: 'absent', isWithheld: false }, 'en')).toBe('')
})

// OFFICE-403
test('marks are written as exactly as they are, and the percentage as it was rounded', () => {
  const sat = { outcome: 'sat', isWithheld: false } as const
  expect(scoreText({ ...sat, score: 1 / 3, maxScore: 2.5 }, text, 'en')).toContain('"score":"0.333333333","max":"2.5"')
  expect(percentText({ ...sat, percent: 66.67 }, 'en')).toBe('66.67%')
  expect(percentText({ ...sat, percent: 50 }, 'de')).toBe('50\u00a0%')
})
