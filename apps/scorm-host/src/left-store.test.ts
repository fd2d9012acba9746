import { expect, test } from 'vitest'
import { createLeftStore, type Left } from './left-store.ts'

const place = (at: number) => ({ id: `0b0f2f5c-3b0e-4c55-9a0c-0a6f3a6f8f1${at}`, key: `${at}`.repeat(64) })
const left = (value: string): Left => ({ state: { data: [{ element: 'cmi.suspend_data', value }] }, ends: true })

/** A store with room for this many characters. */
const storeOf = (room: number) => {
  const held = new Map<string, string>()
  const size = () => [...held].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return {
    held,
    get length() {
      return held.size
    },
    key: (at: number) => [...held.keys()][at] ?? null,
    getItem: (name: string) => held.get(name) ?? null,
    removeItem: (name: string) => void held.delete(name),
    setItem(name: string, value: string) {
      if (size() - (held.get(name)?.length ?? 0) + name.length + value.length > room) throw new Error('QuotaExceededError')
      held.set(name, value)
    },
  }
}

test('what is left is read by whoever has its key, and by nobody else: not under another name either', () => {
  const store = storeOf(1_000_000)
  const lefts = createLeftStore(() => store)
  lefts.write(place(1), left('é 1'))
  lefts.write(place(1), left('é 2'))
  lefts.write(place(2), left('other'))
  expect(lefts.read(place(1))).toEqual(left('é 2'))
  expect([...store.held.values()].join()).not.toContain('cmi')
  expect(lefts.read({ ...place(1), key: place(2).key })).toBeUndefined()
  const [first, second] = [...store.held.keys()]
  store.held.set(second ?? '', store.held.get(first ?? '') ?? '')
  expect(lefts.read(place(2))).toBeUndefined()
  lefts.remove(place(1))
  expect(lefts.read(place(1))).toBeUndefined()
})

test('where a course has filled the store, that gives way, and then what is left of other openings', () => {
  const store = storeOf(3000)
  const lefts = createLeftStore(() => store)
  lefts.write(place(1), left('mine'))
  store.held.set('junk', 'x'.repeat(2500))
  lefts.write(place(2), left('a'.repeat(500)))
  expect([lefts.read(place(1)), lefts.read(place(2))]).toEqual([left('mine'), left('a'.repeat(500))])
  lefts.write(place(3), left('a'.repeat(1800)))
  expect([lefts.read(place(1)), lefts.read(place(3))]).toEqual([undefined, left('a'.repeat(1800))])
})

test('a browser that keeps nothing loses that alone', () => {
  const lefts = createLeftStore(() => {
    throw new Error('SecurityError')
  })
  lefts.write(place(1), left('x'))
  expect(lefts.read(place(1))).toBeUndefined()
})
