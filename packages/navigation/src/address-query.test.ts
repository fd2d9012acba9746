import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choiceField, flagField, numberField, readQuery, textField, wordsField, writeQuery } from './address-query.ts'

const fields = {
  search: textField({ longest: 20 }),
  show: choiceField(['all', 'staff', 'suspended']),
  descending: flagField,
  selected: wordsField,
}

const anyValues = fc.record({
  search: fc.string({ maxLength: 20 }),
  show: fc.constantFrom('all' as const, 'staff' as const, 'suspended' as const),
  descending: fc.boolean(),
  selected: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), { maxLength: 8 }),
})

test('values survive writing to an address and reading back, and unknown names stay', () => {
  void fc.assert(
    fc.property(anyValues, fc.webQueryParameters(), (values, before) => {
      const search = writeQuery(fields, `?${before}`, values)
      expect(readQuery(fields, search)).toEqual(values)
      const others = (query: string) =>
        [...new URLSearchParams(query)].filter(([name]) => !Object.hasOwn(fields, name)).map((pair) => pair.join('='))
      expect(others(search)).toEqual(others(`?${before}`))
    }),
  )
})

test('a number in an address is a whole one from 1, or none', () => {
  const read = (text: string) => readQuery({ set: numberField }, `?set=${encodeURIComponent(text)}`).set
  expect(['1', '42', '999999999'].map(read)).toEqual([1, 42, 999_999_999])
  expect(['abc', '0', '-1', '1.5', '1e3', ' 1', '01', '9999999999', ''].map(read)).toEqual(Array.from({ length: 9 }))
  expect([7, undefined].map((set) => writeQuery({ set: numberField }, '?set=3&other=a', { set }))).toEqual([
    '?set=7&other=a',
    '?other=a',
  ])
})

test('a page gets valid values from any address', () => {
  void fc.assert(
    fc.property(fc.string(), (search) => {
      const { show, selected, search: found } = readQuery(fields, search)
      expect(['all', 'staff', 'suspended']).toContain(show)
      expect(new Set(selected).size).toBe(selected.length)
      expect(found.length).toBeLessThanOrEqual(20)
    }),
  )
  expect(readQuery(fields, '?show=nobody&descending=yes&selected=%25%2C%2Ca%2Ca')).toEqual({
    search: '',
    show: 'all',
    descending: false,
    selected: ['%', 'a'],
  })
})

test('defaults are not written into addresses, and a change keeps the other values', () => {
  expect(writeQuery(fields, '?search=ada&show=staff', { show: 'all' })).toBe('?search=ada')
  expect(writeQuery(fields, '?search=ada', { search: '' })).toBe('')
  expect(writeQuery(fields, '', { descending: true, selected: ['a,b', 'c'] })).toBe('?descending=1&selected=a%252Cb%2Cc')
})
