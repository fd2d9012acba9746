import { expect, test } from 'vitest'
import { scoOutcome } from './sco-outcome.ts'

const measureIn2004 = (text: string) => scoOutcome(new Map([['cmi.score.scaled', text]]), { version: '2004' }).measure
const measureIn12 = (text: string) => scoOutcome(new Map([['cmi.core.score.raw', text]]), { version: '1.2' }).measure

test('a score is a number in the notation of the standards, and anything else is rejected', () => {
  expect(['0.5', ' +.5 ', '5e-1', '1.', '-1', '1'].map(measureIn2004)).toEqual([0.5, 0.5, 0.5, 1, -1, 1])
  expect(['50', '50.', '5e1'].map(measureIn12)).toEqual([0.5, 0.5, 0.5])
  expect(['', '.', '1x', '1.2.3', '0x1', '1e', 'Infinity', '2'].map(measureIn2004)).toEqual(Array(8).fill(undefined))
})

test('a score of as many digits as a course may set holds nobody up', () => {
  const digits = '1'.repeat(65_536)
  for (const text of [`${digits}x`, `${digits}.${digits}x`, `0.${digits}`]) {
    expect(measureIn2004(text)).toBe(text.startsWith('0.') ? Number(text) : undefined)
    expect(measureIn12(text)).toBe(text.startsWith('0.') ? Number(text) / 100 : undefined)
  }
})
