import { readRecord } from '@sitwell/storage/record-format'
import type { Change, KeyValueStore } from './key-value-store.ts'
import { formats, type LoggedAttempt, type LoggedRequest } from './records.ts'

/** How many entries go when a write fails for want of room, and how many when room is made ahead of one (spec 3 §7). */
export const droppedWhenFull = 10
export const droppedAhead = 20
/** Milliseconds for which entries are kept: 30 days (spec 3 §7). */
export const requestLogRetentionMs = 30 * 24 * 60 * 60 * 1000

/** A call as it was made and answered, with what it had in common with its other attempts. */
export interface LoggedCall {
  readonly attempt: LoggedAttempt
  readonly request: LoggedRequest
}

/** The calls that this browser made, for support: what is oldest goes first where room is short. */
export interface RequestLogStore {
  /** Logs an attempt; `request` stands once for all attempts under its key. */
  add(call: { readonly attempt: LoggedAttempt; readonly request: Omit<LoggedRequest, 'referenceCount'> }): Promise<void>
  /** The oldest first. */
  list(): Promise<LoggedCall[]>
  /** Deletes the oldest entries; answers how many. */
  drop(count: number): Promise<number>
  /** Deletes what was logged before this time (ISO 8601). */
  removeBefore(time: string): Promise<void>
}

export const createRequestLogStore = (store: KeyValueStore): RequestLogStore => {
  const requestAt = async (key: string) => {
    const read = readRecord(formats.loggedRequests, await store.read('loggedRequests', key))
    return read.ok ? read.record : undefined
  }
  const entries = async () =>
    (await store.list('requestLog', '')).map(({ key, value }) => ({ key, read: readRecord(formats.requestLog, value) }))

  const remove = async (gone: Awaited<ReturnType<typeof entries>>) => {
    const changes: Change[] = gone.map(({ key }) => ({ remove: 'requestLog', key }))
    const counts = new Map<string, number>()
    for (const { read } of gone) if (read.ok) counts.set(read.record.request, (counts.get(read.record.request) ?? 0) + 1)
    for (const [key, count] of counts) {
      const request = await requestAt(key)
      const left = (request?.referenceCount ?? 0) - count
      if (request && left > 0)
        changes.push({ put: 'loggedRequests', key, value: { ...request, referenceCount: left } satisfies LoggedRequest })
      else changes.push({ remove: 'loggedRequests', key })
    }
    if (changes.length > 0) await store.write(changes)
    return gone.length
  }

  return {
    async add({ attempt, request }) {
      const before = await requestAt(request.key)
      const counted: LoggedRequest = { ...request, referenceCount: (before?.referenceCount ?? 0) + 1 }
      await store.write([
        { put: 'requestLog', key: attempt.id, value: attempt },
        { put: 'loggedRequests', key: request.key, value: counted },
      ])
    },
    async list() {
      const requests = new Map<string, LoggedRequest>()
      for (const { value } of await store.list('loggedRequests', '')) {
        const read = readRecord(formats.loggedRequests, value)
        if (read.ok) requests.set(read.record.key, read.record)
      }
      return (await entries()).flatMap(({ read }) => {
        const request = read.ok ? requests.get(read.record.request) : undefined
        return read.ok && request ? { attempt: read.record, request } : []
      })
    },
    drop: async (count) => remove((await entries()).slice(0, count)),
    async removeBefore(time) {
      await remove((await entries()).filter(({ read }) => !read.ok || read.record.timeStamp < time))
    },
  }
}
