import { describe, expect, test, vi } from 'vitest'
import { createExamStore } from './exam-store.ts'
import type { KeyValueStore } from './key-value-store.ts'
import { createMemoryStore } from './memory-store.ts'
import type { UploadRecord } from './records.ts'
import { createUploadStore, roomForAnswersBytes } from './upload-store.ts'

const recordOf = (order: number, more: Partial<UploadRecord> = {}): UploadRecord => ({
  format: 1,
  kind: 'upload',
  fileGuid: `file${order}`,
  order,
  userGuid: 'u',
  formRunGuid: 'run',
  fileName: 'a.txt',
  mimeType: 'text/plain',
  fileSize: 5,
  held: false,
  chosenAt: '2026-11-22T09:00:00.000Z',
  ...more,
})
const words = new Blob(['words'])

const storeOver = (places: KeyValueStore, estimate?: StorageEstimate) => {
  const onError = vi.fn()
  const store = createUploadStore({ places, nowMs: () => 0, estimate: () => estimate && Promise.resolve(estimate), onError })
  return { store, onError }
}

describe('the store of files', () => {
  // LOG-103 ENT-318
  test('keeps a file beside what is known of it, for the next page and for nobody else', async () => {
    const places = createMemoryStore()
    const { store } = storeOver(places)
    expect(await store.keep(recordOf(12), words)).toBe('lasting')
    await store.keep(recordOf(3, { kind: 'delete' }))
    await store.keep(recordOf(1, { userGuid: 'other' }), words)
    const { store: later } = storeOver(places)
    expect(await later.recordsOf('u')).toEqual([recordOf(3, { kind: 'delete' }), recordOf(12)])
    expect(await (await later.bytesOf(recordOf(12)))?.text()).toBe('words')
    await later.remove(recordOf(12))
    expect([await places.list('uploads', 'u/'), await places.list('uploadFiles', 'u/')].map((left) => left.length)).toEqual([
      1, 0,
    ])
    expect(await later.recordsOf('other')).toHaveLength(1)
  })

  test('holds a file in the memory where the browser has no room for it beside the answers', async () => {
    const places = createMemoryStore()
    const quota = 1e9
    const { store, onError } = storeOver(places, { quota, usage: quota - roomForAnswersBytes - 5 })
    expect(await store.keep(recordOf(1), words)).toBe('memory')
    expect(onError).toHaveBeenCalledTimes(1)
    expect(await places.list('uploadFiles', '')).toEqual([])
    expect(await store.recordsOf('u')).toEqual([recordOf(1)])
    expect(await (await store.bytesOf(recordOf(1)))?.text()).toBe('words')
    await store.remove(recordOf(1))
    expect(await store.recordsOf('u')).toEqual([])
  })

  test('holds it there where the disk takes nothing at all, and keeps neither half of it', async () => {
    const places = createMemoryStore()
    const full = { ...places, write: () => Promise.reject(new DOMException('', 'QuotaExceededError')) }
    const { store } = storeOver(full)
    expect(await store.keep(recordOf(1), words)).toBe('memory')
    expect([...(await places.list('uploads', '')), ...(await places.list('uploadFiles', ''))]).toEqual([])
    expect(await store.recordsOf('u')).toHaveLength(1)
  })

  test('sets a refused file aside with its reason where support sees it, its bytes kept, and takes it back for a reason that passes', async () => {
    const places = createMemoryStore()
    const { store } = storeOver(places)
    for (const order of [1, 2, 3]) await store.keep(recordOf(order, order === 3 ? { userGuid: 'other' } : {}), words)
    await store.setAside(recordOf(1), 'SERVER_ERROR')
    await store.setAside(recordOf(2), 'INVALID_FILE')
    await store.setAside(recordOf(3, { userGuid: 'other' }), 'SERVER_ERROR')
    expect(await store.recordsOf('u')).toEqual([])
    const aside = await createExamStore(places, () => 0).setAside()
    expect(aside.map(({ from, reason }) => [from, reason])).toEqual(
      expect.arrayContaining([
        ['uploads', 'SERVER_ERROR'],
        ['uploads', 'INVALID_FILE'],
      ]),
    )
    await store.takeBack('u', ['SERVER_ERROR', 'DOUBLE_LOGIN'])
    expect(await store.recordsOf('u')).toEqual([recordOf(1)])
    expect(await (await store.bytesOf(recordOf(1)))?.text()).toBe('words')
    expect(await createExamStore(places, () => 0).setAside()).toHaveLength(2)
  })

  test('sets aside with its bytes what the memory alone held, once there is room', async () => {
    const places = createMemoryStore()
    const disk = { isFull: true }
    const full: KeyValueStore = {
      ...places,
      write: (changes) => (disk.isFull ? Promise.reject(new DOMException('', 'QuotaExceededError')) : places.write(changes)),
    }
    const { store } = storeOver(full)
    await store.keep(recordOf(1), words)
    disk.isFull = false
    await store.setAside(recordOf(1), 'SERVER_ERROR')
    expect(await store.recordsOf('u')).toEqual([])
    const { store: later } = storeOver(places)
    await later.takeBack('u', ['SERVER_ERROR'])
    expect(await (await later.bytesOf(recordOf(1)))?.text()).toBe('words')
  })

  test('sets aside what it cannot read, and a version that can puts it back', async () => {
    const places = createMemoryStore()
    await places.write([{ put: 'uploads', key: 'u/1/upload/x', value: { format: 99 } }])
    const { store } = storeOver(places)
    expect(await store.recordsOf('u')).toEqual([])
    expect(await createExamStore(places, () => 0).setAside()).toMatchObject([{ from: 'uploads', unreadable: true }])
  })
})
