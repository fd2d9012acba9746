import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guidanceOfText, hasLooks, textOfGuidance } from './guidance-text.ts'
import { freeKey, marksTyped, moved, readValues, type Scheme, valuesOf } from './scheme-values.ts'

const scheme: Scheme = {
  criteria: [
    { id: 'c1', title: 'Argument', description: 'Sound?', maxMarks: 2.5 },
    { id: 'c2', title: 'Sources', maxMarks: 1.5, levels: [0, 1.5].map((marks) => ({ marks, description: `${marks}` })) },
    { id: 'c3', title: 'Slips', minMarks: -1, maxMarks: 0 },
  ],
  floor: 0.5,
  guidance: '<table><tr><td>Look</td></tr></table>',
}

test('a form that nobody touched holds the scheme that it began with, with the looks of its guidance', () => {
  expect(readValues(valuesOf(scheme), scheme, 4)).toEqual({ scheme })
  expect(readValues(valuesOf(undefined), undefined, 4)).toEqual({ scheme: { criteria: [] } })
  const other = { ...valuesOf(scheme), guidance: 'Look\n\ntwice' }
  expect(readValues(other, scheme, 4)).toMatchObject({ scheme: { guidance: '<p>Look</p><p>twice</p>' } })
})

test('each field that can not be is named', () => {
  const values = valuesOf(scheme)
  const [first, second, third] = values.criteria
  if (!first || !second || !third) throw new Error('There are three.')
  const problems = (criteria: readonly object[], more: object = {}) =>
    readValues({ ...values, criteria: criteria as typeof values.criteria, ...more }, scheme, 4).problems
  expect(problems([{ ...first, title: ' ' }, second, third])).toEqual({ 'criteria.0.title': 'empty' })
  expect(problems([{ ...first, maxMarks: 'two' }, second, { ...third, minMarks: '1' }])).toEqual({
    'criteria.0.maxMarks': 'number',
    'criteria.2.minMarks': 'number',
  })
  expect(problems([first, second, third], { floor: '-1', ceiling: 'x' })).toEqual({ floor: 'number', ceiling: 'number' })
  expect(problems([first, { ...second, levels: second.levels.slice(0, 1) }, third])).toEqual({
    'criteria.1.levels.0.marks': 'no-top-level',
  })
  expect(readValues({ ...values, criteria: [first] }, scheme, 4)).toEqual({
    problems: { 'criteria.0.maxMarks': 'sum' },
    best: 2.5,
  })
})

test('marks are typed with a point or a comma, and have nine decimals at most', () => {
  expect(['1', ' 0,5 ', '-1', '−2.25', '0.000000001'].map(marksTyped)).toEqual([1, 0.5, -1, -2.25, 0.000000001])
  expect(['', '1e3', '1.', '.5', '1 2', '0.0000000001', 'NaN', '1234567'].map(marksTyped)).toEqual(Array(8).fill(undefined))
})

test('guidance becomes plain words, and plain words guidance', () => {
  const line = fc.string({ unit: fc.constantFrom(...'ab<>&"é;# ') }).map((one) => one.trim().replaceAll(/\s+/g, ' '))
  const text = fc
    .array(
      line.filter((one) => one !== ''),
      { minLength: 1, maxLength: 5 },
    )
    .map((lines) => lines.join('\n\n'))
  void fc.assert(
    fc.property(text, (one) => {
      expect(textOfGuidance(guidanceOfText(one))).toBe(one)
      expect(hasLooks(guidanceOfText(one))).toBe(false)
    }),
  )
  expect(textOfGuidance('<p>One<br>two</p><ul><li>three &amp; four</li></ul>')).toBe('One\ntwo\n\nthree & four')
  expect(hasLooks('<p><b>One</b></p>')).toBe(true)
})

test('a line moves within its list alone, and a new one has a name of its own', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  expect(freeKey(new Set(['c1', 'c3']))).toBe('c4')
  expect(freeKey(new Set(['c2']))).toBe('c3')
})
