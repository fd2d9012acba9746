import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namedAs, nothingTyped, typedOn } from './typed-ahead.ts'

const typing = (...keys: readonly (readonly [key: string, atMs: number])[]) =>
  keys.reduce((typed, [key, atMs]) => typedOn(typed, key, atMs), nothingTyped).letters

test('letters within a second of each other are one word, and a space goes on with it', () => {
  expect(typing(['n', 0], ['e', 900], ['w', 1800])).toBe('new')
  expect(typing(['n', 0], ['e', 1001])).toBe('e')
  expect(typing(['a', 0], [' ', 10], ['b', 20])).toBe('a b')
})

test('a space begins no word, and no other key is part of one', () => {
  expect(typing([' ', 0])).toBe('')
  expect(typing(['a', 0], [' ', 1001])).toBe('a')
  expect(typing(['Shift', 0], ['N', 1], ['ArrowDown', 2], ['o', 3])).toBe('No')
})

test('a name is found by how it begins, whatever its case and accents, from where one is and then from the top', () => {
  const names = ['Cloakroom', 'Café', 'Shop', 'Café by the harbour']
  expect(namedAs(names, 'cafe', 0)).toBe(1)
  expect(namedAs(names, 'cafe', 2)).toBe(3)
  expect(namedAs(names, 'c', 4)).toBe(0)
  expect(namedAs(names, 'harbour', 0)).toBe(-1)
})

test('each name is found by itself', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), fc.nat(), (names, from) => {
      const name = names[from % names.length] ?? ''
      expect(names[namedAs(names, name, 0)]?.startsWith(name)).toBe(true)
      expect(namedAs(names, name, names.indexOf(name))).toBe(names.indexOf(name))
    }),
  )
})
