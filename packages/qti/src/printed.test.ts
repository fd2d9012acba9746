import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readQtiItem, startItem } from './item.ts'
import { formatted, inPowerForm, isNumberFormat, plainNumber } from './number-format.ts'
import { printedText, unprintable } from './printed.ts'
import { ProcessingError } from './processing-error.ts'
import { readXml } from './testing/read-xml.ts'
import { integer, single, type Value } from './value.ts'

describe('a number that is printed', () => {
  test.each([
    [3.45678, '%.2f', '3.46'],
    [-3.45678, '%.2f', '-3.46'],
    [2, '%f', '2.000000'],
    [-0.001, '%.1f', '0.0'],
    [42, '%i', '42'],
    [42, '%5d', '   42'],
    [42, '%-5d|', '42   |'],
    [42, '%05d', '00042'],
    [-42, '%05d', '-0042'],
    [42, '%+d', '+42'],
    [7, '%.3i', '007'],
    [255, '%x', 'ff'],
    [255, '%#X', '0XFF'],
    [8, '%o', '10'],
    [1234.5, '%e', '1.234500e+03'],
    [1234.5, '%.1E', '1.2E+03'],
    [0.00001234, '%g', '1.234e-05'],
    [1234567, '%g', '1.23457e+06'],
    [1234.5, '%g', '1234.5'],
    [100, '%g', '100'],
    [12.5, '%.4r', '12.50'],
    [1200, '%.3r', '1.20e+03'],
    [5, '%.1f %%', '5.0 %'],
    [5, 'about %i cm', 'about 5 cm'],
    [Number.POSITIVE_INFINITY, '%.2f', 'INF'],
    [Number.NaN, '%i', 'NaN'],
  ])('%d as %s is %s', (value, format, text) => {
    expect(formatted(value, format)).toBe(text)
  })

  test('has the base that is asked for, and none of a format that is none', () => {
    expect([formatted(10, '%i', 2), formatted(10, '%d', 2)]).toEqual(['1010', '10'])
    expect(['%q', '0.00', '%.2f %.2f', '%', '%.200f'].map(isNumberFormat)).toEqual([false, false, false, false, false])
    expect(formatted(1, '#.##')).toBeUndefined()
  })

  test('without a format shows no trace of binary fractions, and reads as the number that it is', () => {
    expect([plainNumber(0.1 + 0.2), plainNumber(1 / 3), plainNumber(-0), plainNumber(1e21)]).toEqual([
      '0.3',
      '0.333333333333333',
      '0',
      '1e+21',
    ])
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
        expect(Math.abs(Number(plainNumber(value)) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14)
      }),
    )
  })

  test('keeps what its places say, for any number', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 8 }), (value, places) => {
        const text = formatted(value, `%.${places}f`) ?? ''
        expect(text).toMatch(places === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${places}}$`))
        // Half a unit of the last place; and what is read of the text is the double beside it, whose neighbours are so far apart.
        const apart = Math.abs(value) * 2 ** -52
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(0.5000001 * 10 ** -places + apart)
      }),
    )
  })

  test('has its power of ten written out', () => {
    expect(['1.5e+03', '2e-07', '1E+21', '12'].map(inPowerForm)).toEqual(['1.5 × 10³', '2 × 10⁻⁷', '1 × 10²¹', '12'])
  })
})

describe('a variable that is printed', () => {
  const item = readQtiItem(
    readXml(
      `<assessmentItem>${['integer', 'float', 'string', 'boolean', 'file', 'directedPair']
        .map((type) => `<templateDeclaration identifier="${type}" cardinality="single" baseType="${type}"/>`)
        .join(
          '',
        )}<templateDeclaration identifier="many" cardinality="multiple" baseType="integer"/><templateDeclaration identifier="order" cardinality="ordered" baseType="float"/><templateDeclaration identifier="record" cardinality="record"/></assessmentItem>`,
    ),
    '2.1',
  )
  const print = (
    identifier: string,
    value: Value,
    attributes: Record<string, string> = {},
    more: Record<string, Value> = {},
  ) => {
    const state = startItem(item)
    for (const [name, one] of Object.entries({ [identifier]: value, ...more })) state.set(name, one)
    return printedText({ name: 'printedvariable', attributes: { identifier, ...attributes } }, state)
  }
  const order: Value = { cardinality: 'ordered', baseType: 'float', values: [1.25, 2, 3.5] }

  test('is a text as it stands, a pair with a space, true or false, and nothing where there is none', () => {
    expect(print('string', single('string', 'a < b'))).toBe('a < b')
    expect(print('boolean', single('boolean', true))).toBe('true')
    expect(print('directedPair', single('directedPair', ['A', 'B']))).toBe('A B')
    expect(print('integer', null, { format: '%i' })).toBe('')
  })

  test('has its numbers by format, base and power form', () => {
    expect(print('integer', integer(10), { base: '16' })).toBe('a')
    expect(print('float', single('float', 1500), { format: '%.1e', powerform: 'true' })).toBe('1.5 × 10³')
    expect(print('float', single('float', 1500), { format: '%.1e' })).toBe('1.5e+03')
    expect(() => print('integer', integer(1), { base: '1' })).toThrow(ProcessingError)
    expect(() => print('integer', integer(1), { format: 'many' })).toThrow(ProcessingError)
    expect([unprintable({ name: 'x', attributes: { format: '#.#' } }), unprintable({ name: 'x' })]).toEqual([
      'Numbers can\'t be written as "#.#".',
      undefined,
    ])
  })

  test('is all of a container with its delimiter, or the one of an order that is asked for', () => {
    expect(print('many', { cardinality: 'multiple', baseType: 'integer', values: [3, 1] })).toBe('3; 1')
    expect(print('order', order, { delimiter: ', ', format: '%.2f' })).toBe('1.25, 2.00, 3.50')
    expect(print('order', order, { index: '3' })).toBe('3.5')
    expect(print('order', order, { index: 'integer' }, { integer: integer(2) })).toBe('2')
    expect(print('order', order, { index: '9' })).toBe('')
  })

  test('is a record field by field, or one of them', () => {
    const record: Value = {
      cardinality: 'record',
      fields: new Map([
        ['a', integer(1)],
        ['b', null],
        ['c', single('string', 'x')],
      ]),
    }
    expect(print('record', record)).toBe('a=1; b=; c=x')
    expect(print('record', record, { mappingindicator: ': ', delimiter: ' / ' })).toBe('a: 1 / b:  / c: x')
    expect([print('record', record, { field: 'c' }), print('record', record, { field: 'z' })]).toEqual(['x', ''])
  })

  test('of a file, or of a name that is not declared, is refused', () => {
    expect(() => print('file', single('file', 'x'))).toThrow(ProcessingError)
    expect(() => printedText({ name: 'printedvariable', attributes: { identifier: 'none' } }, startItem(item))).toThrow(
      ProcessingError,
    )
  })
})
