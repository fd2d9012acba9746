import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOf, keyProblem, type Shortcut, shortcuts } from './shortcut-registry.ts'

const search: Shortcut = { id: 'search', usual: '/' }
const one: Shortcut = { id: 'mark.1', usual: '1' }
const all = [search, one]

test('a shortcut has its usual key until a person chooses another one or none', () => {
  expect(keyOf(search, {})).toBe('/')
  expect(keyOf(search, { search: 'f' })).toBe('f')
  expect(keyOf(search, { search: null })).toBeUndefined()
  expect(keyOf(search, { 'mark.1': null })).toBe('/')
})

test('a key is one sign that no other shortcut has', () => {
  expect(keyProblem('f', search, {}, all)).toBeUndefined()
  expect(keyProblem('ش', search, {}, all)).toBeUndefined()
  expect(keyProblem('/', search, { search: 'f' }, all)).toBeUndefined()
  for (const key of ['', ' ', 'ab', '\t', 'Enter']) expect([key, keyProblem(key, search, {}, all)]).toEqual([key, 'no-key'])
  expect(keyProblem('1', search, {}, all)).toBe('taken')
  expect(keyProblem('1', search, { 'mark.1': null }, all)).toBeUndefined()
  expect(keyProblem('X', search, { 'mark.1': 'x' }, all)).toBe('taken')
})

test('digits that are one shortcut together are taken from all others until they are turned off', () => {
  const digits: Shortcut = { id: 'points', usual: '0–9', isDigits: true }
  const both = [search, digits]
  expect(keyProblem('7', search, {}, both)).toBe('taken')
  expect(keyProblem('7', search, { points: null }, both)).toBeUndefined()
  expect(keyProblem('0–9', digits, {}, both)).toBeUndefined()
})

test('no two shortcuts have one key, as they come and whatever passes as a choice', () => {
  expect(new Set(shortcuts.map(({ usual }) => usual)).size).toBe(shortcuts.length)
  const key = fc.constantFrom('/', '1', 'a', 'A', 'b')
  void fc.assert(
    fc.property(fc.option(key), key, (ofOne, chosen) => {
      const own = { 'mark.1': ofOne }
      if (keyProblem(chosen, search, own, all) === undefined)
        expect(keyOf(one, own)?.toLowerCase()).not.toBe(chosen.toLowerCase())
    }),
  )
})
