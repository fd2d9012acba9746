import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveOrder } from './live-order.ts'

const keys = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'))

test('while the order is held no shown row moves or goes, and new ones follow in their own order', () => {
  fc.assert(
    fc.property(keys, keys, (shown, wanted) => {
      const held = liveOrder(shown, wanted, true)
      expect(held.keys.slice(0, shown.length)).toEqual(shown)
      expect(held.keys.slice(shown.length)).toEqual(wanted.filter((key) => !shown.includes(key)))
      expect([...held.gone]).toEqual(shown.filter((key) => !wanted.includes(key)))
    }),
  )
})

test('a held order can be held again and again, and once released it is the wanted one', () => {
  fc.assert(
    fc.property(keys, fc.array(keys, { minLength: 1 }), (first, updates) => {
      let shown: readonly string[] = first
      for (const wanted of updates) {
        const held = liveOrder(shown, wanted, true)
        expect(new Set(held.keys).size).toBe(held.keys.length)
        for (const key of wanted) expect(held.keys).toContain(key)
        shown = held.keys
      }
      const wanted = updates.at(-1) ?? []
      expect(liveOrder(shown, wanted, false)).toEqual({ keys: wanted, gone: new Set(), moves: 0 })
    }),
  )
})

test('what a release would move is counted', () => {
  expect(liveOrder(['a', 'b', 'c'], ['a', 'b', 'c'], true).moves).toBe(0)
  expect(liveOrder(['a', 'b', 'c'], ['b', 'a', 'c'], true).moves).toBe(2)
  expect(liveOrder(['a', 'b', 'c'], ['a', 'b'], true).moves).toBe(1)
  expect(liveOrder(['a', 'b'], ['a', 'b', 'c'], true).moves).toBe(0)
  fc.assert(
    fc.property(keys, keys, (a, b) => (liveOrder(a, b, true).moves === 0) === (liveOrder(a, b, true).keys.join() === b.join())),
  )
})
