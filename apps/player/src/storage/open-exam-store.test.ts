import 'fake-indexeddb/auto'
import { openIndexedDbStore, openTimeoutMs } from '@sitwell/storage/indexed-db-store'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { places, playerDatabase, storeVersion } from './key-value-store.ts'
import { openExamStore } from './open-exam-store.ts'

beforeEach(() => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const put = (key: string, value: unknown) => ({ put: 'answers' as const, key, value })

// LOG-102 SAVE-302
test('what the IndexedDB store was given is there after the page is gone', async () => {
  const before = await openIndexedDbStore(playerDatabase)
  await before.write([{ put: 'answers', key: 'a', value: 'typed' }])
  before.close()
  const after = await openIndexedDbStore(playerDatabase)
  expect(await after.read('answers', 'a')).toBe('typed')
  after.close()
})

/** The database as another version of the player makes it. */
const openAs = (version: number, of: readonly string[], name = 'sitwell') =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      for (const place of of) if (!request.result.objectStoreNames.contains(place)) request.result.createObjectStore(place)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const done = (transaction: IDBTransaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onerror = reject
  })

describe('a store that another version of the player made', () => {
  test('and that is older gets the places that it lacks, and loses nothing', async () => {
    const older = await openAs(1, places.slice(0, 8))
    const writing = older.transaction('answers', 'readwrite')
    writing.objectStore('answers').put('typed', 'a')
    await done(writing)
    older.close()
    const store = await openIndexedDbStore(playerDatabase)
    expect(await store.read('answers', 'a')).toBe('typed')
    await store.write([{ put: 'exams', key: 'e', value: 'kept' }])
    expect(await store.read('exams', 'e')).toBe('kept')
    store.close()
  })

  test('and that is newer is read and written by the older one, for an exam that is sat in it', async () => {
    const newer = await openAs(storeVersion + 1, [...places, 'something new'])
    const writing = newer.transaction('answers', 'readwrite')
    writing.objectStore('answers').put('typed', 'a')
    await done(writing)
    newer.close()
    const { places: store, lasting } = await openExamStore(() => 0, vi.fn())
    expect([lasting, await store.read('answers', 'a')]).toEqual([true, 'typed'])
    await store.write([put('b', 'typed on')])
    store.close()
    const again = await openIndexedDbStore(playerDatabase)
    expect(await again.read('answers', 'b')).toBe('typed on')
    again.close()
  })

  test('in another tab, while this one has it open, lets both go on', async () => {
    const keeping = vi.fn()
    const { places: store } = await openExamStore(() => 0, vi.fn(), keeping)
    await store.write([put('a', 'before')])
    const newer = await openAs(storeVersion + 1, [...places, 'something new'])
    await store.write([put('b', 'after')])
    const reading = newer.transaction('answers').objectStore('answers').getAll()
    await done(reading.transaction as IDBTransaction)
    expect(reading.result).toEqual(['before', 'after'])
    expect(keeping).not.toHaveBeenCalled()
    newer.close()
    store.close()
  })
})

test('a store that is deleted while it is open is made anew, and kept in again', async () => {
  const keeping = vi.fn()
  const { places: store } = await openExamStore(() => 0, vi.fn(), keeping)
  await store.write([put('a', 'before')])
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('sitwell')
    request.onsuccess = resolve
    request.onerror = reject
  })
  await Promise.all([store.write([put('b', 'after')]), store.read('answers', 'b')])
  expect((await store.list('answers', '')).map(({ key }) => key)).toEqual(['b'])
  expect(keeping).not.toHaveBeenCalled()
  store.close()
})

/** The browser can't read what stands under this key of any place: asking for it fails as it does in a browser. */
const damage = (damaged: string) => {
  const { get, getAll } = IDBObjectStore.prototype
  const failing = (place: IDBObjectStore) => {
    const turn = place.count()
    const fail = (listener: () => void) =>
      turn.addEventListener('success', () => {
        listener()
        place.transaction.abort()
      })
    return Object.create(IDBRequest.prototype, {
      error: { value: new DOMException('Failed to read large IndexedDB value', 'DataError') },
      addEventListener: { value: (type: string, listener: () => void) => type === 'error' && fail(listener) },
      removeEventListener: { value: () => {} },
    }) as IDBRequest
  }
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    return key === damaged ? failing(this) : get.call(this, key)
  })
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, range) {
    return (range as IDBKeyRange).includes(damaged) ? failing(this) : getAll.call(this, range)
  })
}

test('a value that the browser can not read is told of once and left where it is, and all others are read', async () => {
  const failed = vi.fn()
  const { places: store } = await openExamStore(() => 0, failed)
  await store.write([put('run/1', 'one'), put('run/2', 'two'), put('run/3', 'three')])
  damage('run/2')
  const rest = [
    { key: 'run/1', value: 'one' },
    { key: 'run/3', value: 'three' },
  ]
  expect(await store.list('answers', 'run/')).toEqual(rest)
  expect(await store.list('answers', '')).toEqual(rest)
  expect(await store.keys('answers', 'run/')).toEqual(['run/1', 'run/2', 'run/3'])
  expect(failed).toHaveBeenCalledTimes(1)
  expect(String(failed.mock.calls[0]?.[0])).toContain('answers/run/2')
  store.close()
})

describe('a browser whose store', () => {
  test.each([
    // A tab of an older player that does not let go.
    ['never opens', async () => void (await openAs(1, []))],
    [
      'opens and never answers',
      async () => {
        const silent = Object.create(IDBRequest.prototype, { addEventListener: { value: () => {} } }) as IDBRequest
        vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => silent)
      },
    ],
  ])('%s lets the exam go on in the memory, and says so', async (_, breakIt) => {
    await breakIt()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failed = vi.fn()
    const opening = openExamStore(() => 0, failed)
    await vi.advanceTimersByTimeAsync(openTimeoutMs)
    const { lasting, places: store } = await opening
    expect(lasting).toBe(false)
    expect(failed).toHaveBeenCalledTimes(1)
    await store.write([put('a', 'typed')])
    expect(await store.read('answers', 'a')).toBe('typed')
  })
})

describe('in a browser whose store takes no Blobs', () => {
  /** As WebKit does in a private window, where a transaction that is committed by hand never ends after it. */
  const refuseBlobs = () => {
    const put = IDBObjectStore.prototype.put
    return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (value instanceof Blob) throw new DOMException('Error preparing Blob/File data to be stored', 'UnknownError')
      return put.call(this, value, key)
    })
  }

  test('files are kept in their bytes and come back as files, and a file holds up no answer', async () => {
    const puts = refuseBlobs()
    const { places: store, lasting } = await openExamStore(() => 0, vi.fn())
    const file = new Blob(['a photograph'], { type: 'image/png' })
    await store.write([{ put: 'examFiles', key: 'f', value: file }, put('a', 'typed')])
    await store.write([{ put: 'uploadFiles', key: 'g', value: file }, put('b', 'typed on')])
    expect(puts.mock.calls.filter(([value]) => value instanceof Blob)).toHaveLength(1)
    store.close()

    const { places: again, unwritten } = await openExamStore(() => 0, vi.fn())
    const kept = await again.read('examFiles', 'f')
    const [listed] = await again.list('uploadFiles', '')
    for (const one of [kept, listed?.value]) {
      expect(one).toBeInstanceOf(Blob)
      const { type, size } = one as Blob
      expect([type, size, await (one as Blob).text()]).toEqual(['image/png', 12, 'a photograph'])
    }
    expect([lasting, await again.read('answers', 'a'), await again.read('answers', 'b')]).toEqual([true, 'typed', 'typed on'])
    expect([unwritten(), await again.keys('uploadFiles', '')]).toEqual([[], ['g']])
    again.close()
  })
})
