import { expect, test } from 'vitest'
import { keptKeys } from './kept-keys.ts'

const storageOf = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
})

test('each person of a browser has keys of their own, and what cannot be read counts as nothing', () => {
  const values = new Map<string, string>()
  const storage = storageOf(values)
  expect(keptKeys(storage, 'ada').get()).toEqual({})
  expect(keptKeys(storage, 'ada').set({ search: 'f', other: null })).toBe(true)
  expect(keptKeys(storage, 'ada').get()).toEqual({ search: 'f', other: null })
  expect(keptKeys(storage, 'ben').get()).toEqual({})
  values.set('shortcut-keys.ada', '{"version":1,"value":{"keys":{"search":3}}}')
  expect(keptKeys(storage, 'ada').get()).toEqual({})
})

test('a browser that keeps nothing says so', () => {
  const full = {
    ...storageOf(new Map()),
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(keptKeys(full, 'ada').set({ search: null })).toBe(false)
})
