import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openIndexedDbStore } from './indexed-db-store.ts'
import type { KeyValueStore } from './key-value-store.ts'
import { createMemoryStore } from './memory-store.ts'

const kinds: [string, () => Promise<KeyValueStore>][] = [
  ['the memory store', async () => createMemoryStore()],
  ['the IndexedDB store', () => openIndexedDbStore('test')],
]

beforeEach(() => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() })
})

describe.each(kinds)('%s', (_name, open) => {
  let store: KeyValueStore
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store.close())

  test('gives back what was written, and nothing where nothing was', async () => {
    await store.write([{ put: 'answers', key: 'a', value: { text: 'x', nested: [1, { two: 2 }] } }])
    expect(await store.read('answers', 'a')).toEqual({ text: 'x', nested: [1, { two: 2 }] })
    expect(await store.read('answers', 'b')).toBeUndefined()
    expect(await store.read('requests', 'a')).toBeUndefined()
  })

  test('keeps a copy: what its caller changes afterwards stays unchanged inside', async () => {
    const value = { list: ['first'] }
    await store.write([{ put: 'answers', key: 'a', value }])
    value.list.push('second')
    expect(await store.read('answers', 'a')).toEqual({ list: ['first'] })
  })

  test('lists by prefix, in the order of the keys', async () => {
    const keys = ['run1/2', 'run1/1', 'run10/1', 'run2/1']
    await store.write(keys.map((key) => ({ put: 'answers' as const, key, value: key })))
    expect((await store.list('answers', 'run1/')).map(({ key }) => key)).toEqual(['run1/1', 'run1/2'])
    expect(await store.keys('answers', 'run1/')).toEqual(['run1/1', 'run1/2'])
    expect(await store.list('answers', '')).toHaveLength(4)
  })

  test('changes several places at once', async () => {
    await store.write([{ put: 'requests', key: 'r', value: 1 }])
    await store.write([
      { remove: 'requests', key: 'r' },
      { put: 'setAside', key: 's', value: 2 },
      { put: 'answers', key: 'a', value: 3 },
    ])
    expect(await store.list('requests', '')).toEqual([])
    expect(await store.read('setAside', 's')).toBe(2)
    expect(await store.read('answers', 'a')).toBe(3)
  })

  test('does all changes of a write or none', async () => {
    const broken = [
      { put: 'answers' as const, key: 'a', value: 'new' },
      { put: 'requests' as const, key: 'r', value: () => 'a function cannot be kept' },
    ]
    await expect(store.write(broken)).rejects.toThrow()
    expect(await store.read('answers', 'a')).toBeUndefined()
  })
})
