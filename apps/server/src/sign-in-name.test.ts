import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLine } from './plain-line.ts'
import { signInName } from './sign-in-name.ts'

test('a name is the same however a keyboard composes it, with blanks around it, and in capitals or wide letters', () => {
  const name = 'zoë.o’neill 2'
  for (const typed of [
    'Zoe\u0308.O’Neill 2',
    ' zoë.o’neill 2\n',
    'ZOË.O’NEILL 2',
    'zoë.o’neill\u00a0\u00a02',
    'ｚｏë.o’neill ２',
  ])
    expect(signInName(typed)).toBe(name)
})

test('names that look different stay different', () => {
  const names = ['zoe', 'zoë', 'zo.e', 'zo e', 'zo-e', 'zoe1', 'straße', 'strasse']
  expect(new Set(names.map(signInName))).toHaveLength(names.length)
})

test('a stored name keeps its capitals', () => {
  expect(plainLine(' Zoe\u0308  O\u2019Neill ')).toBe('Zoë O’Neill')
})

test('the sign-in name of a sign-in name, and of a stored name, is itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const name = signInName(typed)
      expect(signInName(name)).toBe(name)
      expect(signInName(plainLine(typed))).toBe(name)
      expect(plainLine(plainLine(typed))).toBe(plainLine(typed))
    }),
  )
})
