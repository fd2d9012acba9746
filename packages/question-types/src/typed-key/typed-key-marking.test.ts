import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readingsOfNumber } from './read-number.ts'
import { scoreOfTyped, typedKey } from './typed-key-marking.ts'

const score = (key: object, text: string, marks = 4) => scoreOfTyped(typedKey.parse(key), marks, text)
const texts = (fields: object, ...accepted: (string | { value: string; share: number })[]) => ({
  kind: 'texts',
  accepted: accepted.map((one) => (typeof one === 'string' ? { value: one } : one)),
  ...fields,
})

describe('a typed text', () => {
  test.each([
    ['the text itself', texts({}, 'Straße'), 'Straße', 4],
    ['another case', texts({}, 'Straße'), 'STRASSE', 4],
    ['another case where case counts', texts({ ignoreCase: false }, 'pH'), 'PH', 0],
    ['spaces around and doubled', texts({}, 'New  York'), ' new york ', 4],
    ['a missing space', texts({}, 'New York'), 'newyork', 0],
    ['a missing space where none counts', texts({ ignoreSpaces: true }, 'NaCl + AgNO3'), 'nacl+agno3', 4],
    ['an accent left out', texts({}, 'café'), 'cafe', 0],
    ['an accent left out where none counts', texts({ ignoreAccents: true }, 'café'), 'cafe', 4],
    ['a composed and a decomposed accent', texts({}, 'caf\u00e9'), 'cafe\u0301', 4],
    ['a variant that earns a share', texts({}, 'mitochondrion', { value: 'mitochondria', share: 0.5 }), 'Mitochondria', 2],
    ['the best of two that fit', texts({}, { value: 'a', share: 0.5 }, 'A'), 'a', 4],
    ['something else with a penalty', texts({ penalty: 1 }, 'a'), 'b', -1],
    ['nothing with a penalty', texts({ penalty: 1 }, 'a'), '  ', 0],
  ])('scores %s', (_, key, text, expected) => expect(score(key, text)).toBe(expected))
})

describe('a typed number', () => {
  const near = { kind: 'numbers', accepted: [{ value: 9.81, tolerance: 0.02 }] }
  test.each([
    ['the number', near, '9.81', 4],
    ['the edge of the tolerance', near, '9.83', 4],
    ['beyond it', near, '9.84', 0],
    ['a decimal comma', near, '9,81', 4],
    ['Arabic digits', near, '٩٫٨١', 4],
    ['no number', near, 'nine', 0],
    ['per cent of it', { kind: 'numbers', accepted: [{ value: -200, tolerancePercent: 5 }] }, '−190', 4],
    [
      'a wider band for less',
      { kind: 'numbers', accepted: [{ value: 10 }, { value: 10, tolerance: 1, share: 0.25 }] },
      '11',
      1,
    ],
    ['thousands', { kind: 'numbers', accepted: [{ value: 1500 }] }, '1,500', 4],
    ['the same digits as a fraction', { kind: 'numbers', accepted: [{ value: 1.5 }] }, '1,500', 4],
    ['thousands with points', { kind: 'numbers', accepted: [{ value: 1234567.5 }] }, '1.234.567,5', 4],
    ['a power of ten', { kind: 'numbers', accepted: [{ value: 6.02e23, tolerancePercent: 1 }] }, '6.022e23', 4],
    ['what binary fractions lose', { kind: 'numbers', accepted: [{ value: 0.3, tolerance: 0.1 }] }, '0.4', 4],
  ])('scores %s', (_, key, text, expected) => expect(score(key, text)).toBe(expected))

  test('reads every number as JavaScript writes it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readingsOfNumber(String(value)).map((one) => one + 0)).toContain(value + 0)
      }),
    )
  })
  test.each(['', ' ', '-', '.', 'e5', '1e', '0x10', 'Infinity', 'NaN', '1 2 x', '1..2'])('%j is no number', (text) =>
    expect(readingsOfNumber(text)).toEqual([]),
  )
})
