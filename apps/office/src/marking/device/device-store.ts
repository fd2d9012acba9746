import type { QueueStore, RequestChange } from '@sitwell/request-queue/request-store'
import { createRequestStore } from '@sitwell/request-queue/request-store'
import type { Change, KeyValueStore } from '@sitwell/storage/key-value-store'
import { readRecord } from '@sitwell/storage/record-format'
import { asidePlace, listAside } from '@sitwell/storage/set-aside'
import {
  type DevicePlace,
  type DraftRecord,
  draftFormat,
  type EntryRecord,
  entryFormat,
  type MarkRecord,
  markFormat,
} from './mark-records.ts'

type Places = KeyValueStore<DevicePlace>

/** A mark that the server has acknowledged, when (ms since 1970) and by which generation of its database. */
export type Acknowledged = NonNullable<EntryRecord['acknowledged']>

/** What is written together with a change of the queue. */
export type DeviceChange = Change<'entries' | 'drafts'>

/** A mark that the server refused for good, and why. */
export interface RefusedMark {
  readonly key: string
  readonly reason: string
  readonly mark: MarkRecord
}

const keyOf = (userGuid: string, id: string) => `${userGuid}/${id}`

/** The marks and drafts of one person in this browser. `nowMs`: milliseconds since 1970, by which what is set aside is dated. */
export const createDeviceStore = (places: Places, userGuid: string, nowMs: () => number) => {
  // Boundary: the places of requests are among those of this app.
  const requests = createRequestStore<MarkRecord>(
    places as unknown as KeyValueStore<'requests' | 'setAside'>,
    markFormat,
    nowMs,
  )
  const isOfQueue = (change: RequestChange<MarkRecord> | DeviceChange): change is RequestChange<MarkRecord> =>
    'request' in change || 'sent' in change || 'setAside' in change

  const queueStore: QueueStore<MarkRecord, DeviceChange> = {
    ...requests,
    save: (changes) =>
      places.write(changes.map((change): Change<DevicePlace> => (isOfQueue(change) ? requests.toChange(change) : change))),
  }

  const refused = async (): Promise<readonly RefusedMark[]> =>
    (await listAside(places)).flatMap(({ key, record }) => {
      const mark = readRecord(markFormat, record.value)
      return mark.ok && mark.record.userGuid === userGuid ? [{ key, reason: record.reason, mark: mark.record }] : []
    })

  const recordOf = async (requestId: string): Promise<EntryRecord | undefined> => {
    const read = readRecord(entryFormat, await places.read('entries', keyOf(userGuid, requestId)))
    return read.ok ? read.record : undefined
  }

  return {
    queueStore,
    /** The entry that the mark of a request has become; undefined if the server hasn't acknowledged it. */
    recordOf,
    /** The change that keeps which entry a mark has become. `acknowledged`: the mark, to send it again after a set-back. */
    entryChange: (requestId: string, entry: number, acknowledged?: Acknowledged): DeviceChange => ({
      ...{ put: 'entries', key: keyOf(userGuid, requestId) },
      value: { format: 1, requestId, entry, ...(acknowledged && { acknowledged }) },
    }),
    /** The marks that the server has acknowledged to this person here. */
    entries: async (): Promise<readonly EntryRecord[]> =>
      (await places.list('entries', `${userGuid}/`)).flatMap(({ value }) => {
        const read = readRecord(entryFormat, value)
        return read.ok ? [read.record] : []
      }),
    /** The change that forgets what an acknowledged mark became. */
    forgetEntry: (requestId: string): DeviceChange => ({ remove: 'entries', key: keyOf(userGuid, requestId) }),
    /** The change that keeps or, without one, removes a draft. */
    draftChange: (responseID: string, draft: DraftRecord | undefined): DeviceChange => {
      const key = keyOf(userGuid, responseID)
      return draft === undefined ? { remove: 'drafts', key } : { put: 'drafts', key, value: draft }
    },
    write: (changes: readonly DeviceChange[]) => places.write(changes),
    draftOf: async (responseID: string): Promise<DraftRecord | undefined> => {
      const read = readRecord(draftFormat, await places.read('drafts', keyOf(userGuid, responseID)))
      return read.ok ? read.record : undefined
    },
    refused,
    /** Puts a refused mark back into the queue, to be sent once more under its id. */
    takeBack: async (id: string): Promise<void> => {
      const reasons = (await refused()).filter(({ mark }) => mark.id === id).map(({ reason }) => reason)
      await requests.takeBack(userGuid, reasons, (mark) => mark.id === id)
    },
    /** Forgets a mark that the server refused. */
    dropRefused: (key: string) => places.write([{ remove: asidePlace, key }]),
  }
}

export type DeviceStore = ReturnType<typeof createDeviceStore>

/** Removes all that somebody's marking has left in this browser, their marks that the server doesn't have among it. */
export const forgetPerson = async (places: Places, userGuid: string): Promise<void> => {
  const isTheirs = (value: unknown): boolean => {
    const read = readRecord(markFormat, value)
    return read.ok && read.record.userGuid === userGuid
  }
  const below = async (place: 'drafts' | 'entries'): Promise<Change<DevicePlace>[]> =>
    (await places.keys(place, `${userGuid}/`)).map((key) => ({ remove: place, key }))
  const waiting = (await places.list('requests', '')).filter(({ value }) => isTheirs(value))
  const aside = (await listAside(places)).filter(({ record }) => isTheirs(record.value))
  const changes: Change<DevicePlace>[] = [
    ...(await below('drafts')),
    ...(await below('entries')),
    ...waiting.map(({ key }) => ({ remove: 'requests' as const, key })),
    ...aside.map(({ key }): Change<DevicePlace> => ({ remove: asidePlace, key })),
  ]
  if (changes.length > 0) await places.write(changes)
}

/**
 * Removes drafts, and entries on which no mark builds any more, of everybody who marked in this browser. Marks that the server hasn't taken stay,
 * and are sent once the same person signs in here.
 */
export const forgetDone = async (places: Places): Promise<void> => {
  const requests = await places.list('requests', '')
  const needed = new Set(
    requests.flatMap(({ value }) => {
      const read = readRecord(markFormat, value)
      return read.ok && read.record.after !== undefined ? [keyOf(read.record.userGuid, read.record.after)] : []
    }),
  )
  const entries = (await places.keys('entries', '')).filter((key) => !needed.has(key))
  const drafts = await places.keys('drafts', '')
  const changes: Change<DevicePlace>[] = [
    ...entries.map((key) => ({ remove: 'entries' as const, key })),
    ...drafts.map((key) => ({ remove: 'drafts' as const, key })),
  ]
  if (changes.length > 0) await places.write(changes)
}
