import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { heldStorage } from './held-storage.ts'
import { type KeyStorage, storedValue } from './stored-value.ts'

/** A store of a browser that refuses what it is told to. */
const breakable = () => {
  const values = new Map<string, string>()
  const state = { blocked: false, reads: true, writes: true, removes: true }
  const fail = (name: string): never => {
    throw new DOMException(name, name)
  }
  const storage: KeyStorage = {
    getItem: (key) => (state.reads ? (values.get(key) ?? null) : fail('SecurityError')),
    setItem: (key, value) => void (state.writes ? values.set(key, value) : fail('QuotaExceededError')),
    removeItem: (key) => void (state.removes ? values.delete(key) : fail('SecurityError')),
  }
  return { values, state, find: () => (state.blocked ? fail('SecurityError') : storage) }
}

const wrote = (write: () => void) => {
  try {
    write()
    return true
  } catch {
    return false
  }
}

test('a page reads its last value even if the store refuses it, and knows what the next page will find', () => {
  const key = fc.constantFrom('a', 'b')
  const step = fc.record({
    state: fc.record({ blocked: fc.boolean(), writes: fc.boolean(), removes: fc.boolean() }),
    key,
    value: fc.option(fc.string(), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { values, state, find } = breakable()
      const storage = heldStorage(find)
      const expected = new Map<string, string>()
      for (const { state: next, key, value } of steps) {
        Object.assign(state, next)
        if (value === null) {
          storage.removeItem(key)
          expected.delete(key)
        } else {
          const isKept = wrote(() => storage.setItem(key, value))
          expect(isKept).toBe(!next.blocked && next.writes)
          if (isKept) expect(values.get(key)).toBe(value)
          expected.set(key, value)
        }
        // What it holds can be read while the store is blocked; what the store has can't be.
        state.blocked = false
        for (const one of ['a', 'b']) expect(storage.getItem(one)).toBe(expected.get(one) ?? null)
      }
    }),
  )
})

test('a store that can’t be read has nothing, and one that is null, as in some apps, is one that keeps nothing', () => {
  const { state, find, values } = breakable()
  const storage = heldStorage(find)
  values.set('a', 'before')
  state.reads = false
  expect(storage.getItem('a')).toBeNull()
  // Boundary: what a web view without storage has in its place.
  const none = heldStorage(() => null as unknown as KeyStorage)
  expect(none.getItem('a')).toBeNull()
  expect(wrote(() => none.setItem('a', 'held'))).toBe(false)
  expect(none.getItem('a')).toBe('held')
  none.removeItem('a')
  expect(none.getItem('a')).toBeNull()
})

test('a value that can’t be stored is reported, and available to the page anyway', () => {
  const { state, find } = breakable()
  const value = storedValue(heldStorage(find), 'a', z.object({ name: z.string() }))
  state.writes = false
  expect(value.set({ name: 'Ann' })).toBe(false)
  expect(value.get()).toEqual({ name: 'Ann' })
  state.writes = true
  expect(value.set({ name: 'Ben' })).toBe(true)
  expect(value.get()).toEqual({ name: 'Ben' })
})

test('no store is looked at before it is used', () => {
  const looked: string[] = []
  const { find } = breakable()
  const storage = heldStorage(() => {
    looked.push('looked')
    return find()
  })
  expect(looked).toEqual([])
  storage.getItem('a')
  expect(looked).toEqual(['looked'])
})
