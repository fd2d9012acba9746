import type { Keeping } from '@sitwell/storage/overflow-store'
import { readRecord } from '@sitwell/storage/record-format'
import { listAside, putAside, readAll } from '@sitwell/storage/set-aside'
import { within } from '@sitwell/storage/within'
import type { Change, KeyValueStore } from './key-value-store.ts'
import { formats, type UploadRecord } from './records.ts'

/** Room in bytes that a file leaves to the answers: a file is never kept at their cost. */
export const roomForAnswersBytes = 50_000_000
/** Milliseconds after which a write that gives no sign counts as failed: it may be of a large file. */
const writeTimeoutMs = 60_000

/** The files that a learner chose, until the server has them. A file and what is known of it are kept together or not at all. */
export interface UploadStore {
  /** Says where it stays: in the memory of the page alone where the browser's store has no room for it. */
  keep(record: UploadRecord, bytes?: Blob): Promise<Keeping>
  /** Of this user alone, in the order in which they are to be sent. */
  recordsOf(userGuid: string): Promise<UploadRecord[]>
  bytesOf(record: UploadRecord): Promise<Blob | undefined>
  /** The server has it: its bytes stay where they are, if they lie in the browser's store, until their room is wanted. */
  acknowledge(record: UploadRecord): Promise<void>
  /** Nobody needs its bytes any more; that it was there stays. */
  dropBytes(record: UploadRecord): Promise<void>
  /** It was deleted on the server, or the learner doesn't want it any more. */
  remove(record: UploadRecord): Promise<void>
  /** The server refused it for good: it is kept with the reason, its bytes too. */
  setAside(record: UploadRecord, reason: string): Promise<void>
  /** Takes back what was set aside for one of these reasons, to be sent again. */
  takeBack(userGuid: string, reasons: readonly string[]): Promise<void>
}

export interface UploadStoreParts {
  /** The browser's own store, not one that holds in memory what doesn't fit: a large file would keep answers waiting there. */
  readonly places: KeyValueStore
  nowMs(): number
  /** What room the browser says that there is. */
  estimate(): Promise<StorageEstimate> | undefined
  onError(error: unknown): void
}

const orderDigits = 16
const recordKey = ({ userGuid, order, kind, fileGuid }: UploadRecord) =>
  `${userGuid}/${String(order).padStart(orderDigits, '0')}/${kind}/${fileGuid}`
const bytesKey = ({ userGuid, fileGuid }: UploadRecord) => `${userGuid}/${fileGuid}`

/** The bytes of a file that a record of `uploads` speaks of, as it was set aside; undefined if it can't be read or they are gone. */
export const bytesOfUpload = async (places: Pick<KeyValueStore, 'read'>, value: unknown): Promise<Blob | undefined> => {
  const read = readRecord(formats.uploads, value)
  const stored = read.ok ? await places.read('uploadFiles', bytesKey(read.record)) : undefined
  return stored instanceof Blob ? stored : undefined
}

/**
 * Takes the bytes of the file that was chosen first, of those that their server has; answers whether there was any. What was not sent
 * is never touched.
 */
export const dropAcknowledged = async (places: Pick<KeyValueStore, 'list' | 'keys' | 'write'>): Promise<boolean> => {
  const held = new Set(await places.keys('uploadFiles', ''))
  const there = (await places.list('uploads', '')).flatMap(({ value }) => {
    const read = readRecord(formats.uploads, value)
    return read.ok && read.record.acknowledged && held.has(bytesKey(read.record)) ? [read.record] : []
  })
  const [oldest] = there.sort((one, other) => one.chosenAt.localeCompare(other.chosenAt))
  if (!oldest) return false
  await places.write([{ remove: 'uploadFiles', key: bytesKey(oldest) }])
  return true
}

export const createUploadStore = ({ places, nowMs, estimate, onError }: UploadStoreParts): UploadStore => {
  const inMemory = new Map<string, { readonly record: UploadRecord; readonly bytes: Blob | undefined }>()

  const hasRoom = async (bytes: number) => {
    const { quota, usage = 0 } = (await estimate()) ?? {}
    return quota === undefined || quota - usage - bytes > roomForAnswersBytes
  }

  const write = (changes: readonly Change[]) =>
    within(writeTimeoutMs, places.write(changes), 'The browser’s store does not write')

  return {
    async keep(record, bytes) {
      const key = recordKey(record)
      const held = inMemory.get(key)
      const file = bytes ?? held?.bytes
      const changes: Change[] = [{ put: 'uploads', key, value: record }]
      if (file) changes.push({ put: 'uploadFiles', key: bytesKey(record), value: file })
      try {
        while (file && !(await hasRoom(file.size)))
          if (!(await dropAcknowledged(places))) throw new Error('The browser has no room for a file')
        await write(changes)
        inMemory.delete(key)
        return 'lasting'
      } catch (error) {
        inMemory.set(key, { record, bytes: file })
        onError(error)
        return 'memory'
      }
    },
    async recordsOf(userGuid) {
      const stored = await readAll(places, 'uploads', formats.uploads, `${userGuid}/`, nowMs)
      const records = new Map(stored.map(({ key, record }) => [key, record]))
      for (const [key, { record }] of inMemory) if (record.userGuid === userGuid) records.set(key, record)
      return [...records.values()].sort((one, other) => one.order - other.order)
    },
    async bytesOf(record) {
      return inMemory.get(recordKey(record))?.bytes ?? bytesOfUpload(places, record)
    },
    async acknowledge(record) {
      const key = recordKey(record)
      // What found no room before is not kept now that it is in safety.
      await write([inMemory.has(key) ? { remove: 'uploads', key } : { put: 'uploads', key, value: record }])
      inMemory.delete(key)
    },
    dropBytes: (record) => write([{ remove: 'uploadFiles', key: bytesKey(record) }]),
    async remove(record) {
      inMemory.delete(recordKey(record))
      const bytes: Change[] = record.kind === 'upload' ? [{ remove: 'uploadFiles', key: bytesKey(record) }] : []
      await write([{ remove: 'uploads', key: recordKey(record) }, ...bytes])
    },
    async setAside(record, reason) {
      // What was in the memory alone may find room by now.
      const bytes = inMemory.get(recordKey(record))?.bytes
      const stored: Change[] = bytes ? [{ put: 'uploadFiles', key: bytesKey(record), value: bytes }] : []
      const aside = putAside({ from: 'uploads', key: record.fileGuid, reason, value: record }, nowMs())
      await write([...stored, aside, { remove: 'uploads', key: recordKey(record) }])
      inMemory.delete(recordKey(record))
    },
    async takeBack(userGuid, reasons) {
      const back: Change[] = []
      for (const { key, record: aside } of await listAside(places)) {
        if (aside.from !== 'uploads' || !reasons.includes(aside.reason)) continue
        const upload = readRecord(formats.uploads, aside.value)
        if (!upload.ok || upload.record.userGuid !== userGuid) continue
        back.push({ put: 'uploads', key: recordKey(upload.record), value: upload.record }, { remove: 'setAside', key })
      }
      if (back.length > 0) await places.write(back)
    },
  }
}
