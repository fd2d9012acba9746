import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWithin, toDecimal } from './decimal.ts'
import { readingsOfNumber } from './read-number-marking.ts'
import { creditedTypedKey, isRightTyped, scoreOfTyped, typedKey } from './typed-key-marking.ts'

const score = (key: object, text: string, marks = 4) => scoreOfTyped(creditedTypedKey.parse(key), marks, text)
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
    ['a part of it', texts({}, 'Paris'), 'Pari', 0],
    ['a curly apostrophe', texts({}, "don't"), 'Don’t', 4],
    ['a straight apostrophe', texts({}, 'l’homme'), "l'homme", 4],
    ['curly quotation marks', texts({}, 'say "yes"'), 'say “yes”', 4],
    ['a hyphen that breaks no line', texts({}, 'well-known'), 'well\u2011known', 4],
    ['a dash in place of a hyphen', texts({ ignoreCase: false }, '1914-18'), '1914–18', 4],
    ['what nobody sees', texts({}, 'cooperate'), 'co\u00adoper\u200bate\u200e', 4],
    ['a dot that no keyboard of another language has', texts({}, 'İzmir'), 'IZMIR', 4],
    ['the capital ß', texts({}, 'Straße'), 'STRAẞE', 4],
    ['a raised digit as a plain one', texts({}, '103'), '10³', 0],
    ['a plain digit as a raised one', texts({}, 'x²'), 'x2', 0],
    ['a raised digit', texts({}, 'x²'), 'X²', 4],
    ['a lowered digit of a formula', texts({}, 'H₂O'), 'H2O', 4],
    ['invisible characters alone, which are nothing', texts({ penalty: 1 }, 'a'), '\u200b', 0],
    ['something else with a penalty', texts({ penalty: 1 }, 'a'), 'b', -1],
    ['nothing with a penalty', texts({ penalty: 1 }, 'a'), '  ', 0],
  ])('scores %s', (_, key, text, expected) => expect(score(key, text)).toBe(expected))
})

test('marks that are piled up on a letter hold nobody up: such a text is looked at as it was typed', () => {
  const piled = `a${'\u0301\u0323'.repeat(200_000)}`
  for (const text of [piled, `1${piled}`]) {
    expect(score(texts({ ignoreSpaces: true }, 'a', { value: text, share: 0.5 }), text)).toBe(2)
    expect(score({ kind: 'numbers', accepted: [{ value: 1 }] }, text)).toBe(0)
  }
})

describe('a typed number', () => {
  const number = (value: number, fields: object = {}) => ({ kind: 'numbers', accepted: [{ value, ...fields }] })
  const near = { kind: 'numbers', accepted: [{ value: 9.81, tolerance: 0.02 }] }
  test.each([
    ['the number', near, '9.81', 4],
    ['the edge of the tolerance', near, '9.83', 4],
    ['beyond it', near, '9.84', 0],
    ['a decimal comma', near, '9,81', 4],
    ['Arabic digits', near, '٩٫٨١', 4],
    ['no number', near, 'nine', 0],
    ['Persian digits', near, '۹٫۸۱', 4],
    ['Arabic digits with an Arabic comma', near, '٩،٨١', 4],
    ['a unit behind it', near, '9.81 m', 0],
    ['nothing, where nought is near', number(0, { tolerance: 1 }), ' ', 0],
    ['a point alone', number(0, { tolerance: 1 }), '.', 0],
    ['per cent of it', number(-200, { tolerancePercent: 5 }), '−190', 4],
    ['beyond the per cent', number(-200, { tolerancePercent: 5 }), '−189.99', 0],
    [
      'a wider band for less',
      { kind: 'numbers', accepted: [{ value: 10 }, { value: 10, tolerance: 1, share: 0.25 }] },
      '11',
      1,
    ],
    ['thousands', number(1500), '1,500', 4],
    ['thousands with a fraction', number(1500.5), '1,500.5', 4],
    ['thousands with a space', number(-1500), '−1\u00a0500', 4],
    ['thousands with an Arabic separator', number(1500), '١٬٥٠٠', 4],
    ['the same digits as a fraction', number(1.5), '1,500', 4],
    ['thousands with points', number(1234567.5), '1.234.567,5', 4],
    ['a power of ten', number(6.02e23, { tolerancePercent: 1 }), '6.022e23', 4],
    ['what binary fractions lose', number(0.3, { tolerance: 0.1 }), '0.4', 4],
    ['a raised digit', number(103), '10³', 0],
    ['a fraction in one character', number(0.5), '½', 0],
    ['a circled number', number(1), '①', 0],
    ['a minus sign and an invisible character', number(-5), '\u200e−5', 4],
    ['hardly beyond the edge', number(0.3, { tolerance: 0.1 }), '0.40000000000000001', 0],
    ['a very small one written out', number(0.0000001), '0.0000001', 4],
    ['a very large one written out', number(1e21), '1000000000000000000000', 4],
  ])('scores %s', (_, key, text, expected) => expect(score(key, text)).toBe(expected))

  test('reads every number as JavaScript writes it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const read = readingsOfNumber(String(value))
        expect(read.some((one) => isWithin(one, toDecimal(value), toDecimal(0)))).toBe(true)
      }),
    )
  })
  test.each(['', ' ', '-', '.', 'e5', '1e', '0x10', '1e9999', '9'.repeat(101), 'Infinity', 'NaN', '1 2 x', '1..2'])(
    '%j is no number',
    (text) => expect(readingsOfNumber(text)).toEqual([]),
  )

  test('is right by exactly its difference, with no rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: -2000, max: 2000 }),
        fc.nat({ max: 2000 }),
        (cents, off, most) => {
          const key = typedKey.parse(number(cents / 100, { tolerance: most / 100 }))
          expect(isRightTyped(key, ((cents + off) / 100).toFixed(2))).toBe(Math.abs(off) <= most)
        },
      ),
    )
  })
})
