import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern } from './pattern.ts'

test.each<[string, string[], string[]]>([
  ['', [''], ['a']],
  ['abc', ['abc'], ['ab', 'abcd', 'xabc']],
  ['^abc$', ['abc'], ['^abc$']],
  ['a|bc|', ['a', 'bc', ''], ['abc', 'b']],
  ['(a|b)*c', ['c', 'abac'], ['ab']],
  ['a{2,3}', ['aa', 'aaa'], ['a', 'aaaa']],
  ['a{2}', ['aa'], ['a', 'aaa']],
  ['a{2,}', ['aa', 'aaaaa'], ['a']],
  ['(ab?){0,2}', ['', 'aba', 'abab'], ['ababa']],
  ['[a-cx]+', ['abcx'], ['d', '']],
  ['[^a-c]', ['d'], ['a', 'dd']],
  ['[a-z-[aeiou]]+', ['xyz'], ['xay']],
  ['\\d+(\\.\\d+)?', ['12', '12.5'], ['12.', '.5']],
  ['\\s*\\w+\\s*', [' word ', 'Ünïcode'], ['two words', '']],
  ['\\p{Lu}\\P{Lu}*', ['York'], ['york', 'YorK']],
  ['.+', ['anything, at all'], ['', 'a\nb']],
  ['\\(\\?\\)\\-\\.', ['(?)-.'], ['x']],
  ['[\\-+]?\\d', ['-5', '+5', '5'], ['*5']],
  ['[-a]', ['-', 'a'], ['b']],
  ['😀{2}', ['😀😀'], ['😀']],
])('%s', (pattern, fitting, others) => {
  const fits = compilePattern(pattern)
  expect(fitting.filter((one) => !fits(one))).toEqual([])
  expect(others.filter((one) => fits(one))).toEqual([])
})

test.each(['(', ')', '[a', 'a{2', 'a{3,2}', '*a', '\\', '[z-a]', '\\p{Xx}', '(?=a)', '(a{100}){100}'])(
  '%s is refused',
  (pattern) => expect(() => compilePattern(pattern)).toThrow(/pattern|group/),
)

test('patterns say what the engine of JavaScript says, where both read them alike', () => {
  const part = fc.constantFrom('a', 'b', '[ab]', '(a|b)', '(ab)', '.', '\\d', '[^a]')
  const pattern = fc
    .array(fc.tuple(part, fc.constantFrom('', '?', '*', '+', '{1,2}')), { maxLength: 5 })
    .map((parts) => parts.map(([one, often]) => one + often).join(''))
  fc.assert(
    fc.property(pattern, fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 8 }), (written, text) => {
      expect(compilePattern(written)(text)).toBe(new RegExp(`^(?:${written})$`).test(text))
    }),
  )
})

test('a pattern that holds other engines for hours is through in as many steps as its lengths multiplied', () => {
  expect(compilePattern('(a+)+b')('a'.repeat(5000))).toBe(false)
  expect(compilePattern('(a|a)*(a|a)*(a|a)*c')('a'.repeat(5000))).toBe(false)
})

test('a pattern of nothing, repeated in a repeat, is refused, and so is an answer that is too long for its pattern', () => {
  expect(() => compilePattern('(((){9999}){9999}){9999}')).toThrow('larger than any answer needs')
  expect(() => compilePattern('(a|b){0,1000}')('c'.repeat(20_000))).toThrow('too long')
})
