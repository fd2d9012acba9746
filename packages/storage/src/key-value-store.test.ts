import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openIndexedDbStore } from './indexed-db-store.ts'
import { createNoteStore, type NoteStore, notesDatabase } from './testing/store-of-notes.ts'

const kinds: [string, () => Promise<NoteStore>][] = [
  ['the memory store', async () => createNoteStore()],
  ['the IndexedDB store', () => openIndexedDbStore(notesDatabase)],
]

beforeEach(() => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() })
})

describe.each(kinds)('%s', (_name, open) => {
  let store: NoteStore
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store.close())

  test('a store returns the written values, and undefined for others', async () => {
    await store.write([{ put: 'notes', key: 'a', value: { text: 'x', nested: [1, { two: 2 }] } }])
    expect(await store.read('notes', 'a')).toEqual({ text: 'x', nested: [1, { two: 2 }] })
    expect(await store.read('notes', 'b')).toBeUndefined()
    expect(await store.read('letters', 'a')).toBeUndefined()
  })

  test('keeps a copy: what its caller changes afterwards stays unchanged inside', async () => {
    const value = { list: ['first'] }
    await store.write([{ put: 'notes', key: 'a', value }])
    value.list.push('second')
    expect(await store.read('notes', 'a')).toEqual({ list: ['first'] })
  })

  test('lists by prefix, in the order of the keys', async () => {
    const keys = ['run1/2', 'run1/1', 'run10/1', 'run2/1']
    await store.write(keys.map((key) => ({ put: 'notes' as const, key, value: key })))
    expect((await store.list('notes', 'run1/')).map(({ key }) => key)).toEqual(['run1/1', 'run1/2'])
    expect(await store.keys('notes', 'run1/')).toEqual(['run1/1', 'run1/2'])
    expect(await store.list('notes', '')).toHaveLength(4)
  })

  test('a store changes several places in one write', async () => {
    await store.write([{ put: 'letters', key: 'r', value: 1 }])
    await store.write([
      { remove: 'letters', key: 'r' },
      { put: 'setAside', key: 's', value: 2 },
      { put: 'notes', key: 'a', value: 3 },
    ])
    expect(await store.list('letters', '')).toEqual([])
    expect(await store.read('setAside', 's')).toBe(2)
    expect(await store.read('notes', 'a')).toBe(3)
  })

  test('gives back files as files', async () => {
    await store.write([{ put: 'pictures', key: 'p', value: new Blob(['a photograph'], { type: 'image/png' }) }])
    const picture = await store.read('pictures', 'p')
    expect(picture instanceof Blob && [picture.type, await picture.text()]).toEqual(['image/png', 'a photograph'])
  })

  test('a store makes all changes of a write or none', async () => {
    const broken = [
      { put: 'notes' as const, key: 'a', value: 'new' },
      { put: 'letters' as const, key: 'r', value: () => 'a function cannot be kept' },
    ]
    await expect(store.write(broken)).rejects.toThrow()
    expect(await store.read('notes', 'a')).toBeUndefined()
  })
})
