import type { Refusal, UploadedFile } from '@sitwell/contract'
import type { ConnectionState } from '@sitwell/request-queue/connection'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { expect, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { createUploadLane } from '../files/upload-lane.ts'
import type { UploadEvent, UploadLaneParts } from '../files/upload-lane-types.ts'
import type { Caller } from '../queue/delivery.ts'
import type { Typed } from '../time/contact-clock.ts'
import { memoryUploads } from './memory-uploads.ts'

/** All that waits has happened. */
export const settle = () => vi.advanceTimersByTimeAsync(0)

export type Outcome = Awaited<ReturnType<Caller['call']>>
export const away: Outcome = { ok: false, kind: 'unreachable' }
export const refusal = (code: Refusal): Outcome => ({
  ok: false,
  kind: 'refused',
  code,
})
export type Announcement = {
  readonly requestId: string
  readonly fileName: string
  readonly sha256: string
  readonly fileSize: number
}
export type UploadBody = Announcement & { readonly formRunGUID: string; readonly replaces?: string }

/** A server that keeps files by their guids, as the real one does, and answers as it is told. */
export const createUploadServer = () => {
  const files = new Map<string, UploadedFile & { readonly text: string }>()
  const made: string[] = []
  const deletedOf: (string | undefined)[] = []
  const server = {
    files,
    made,
    /** The form run of each deletion, without which a file that has not come yet can't be deleted. */
    deletedOf,
    /** What comes instead of the right answer: before the server has done anything, or after. */
    before: (_name: string): Outcome | undefined => undefined,
    after: (_name: string): Outcome | undefined => undefined,
    /** What it says of a file that is announced. */
    announce: (_body: Announcement): Outcome => ({ ok: true, value: { received: 0 } }),
    names: () => [...files.values()].map(({ fileName }) => fileName),
  }
  const take = async (
    name: string,
    { requestId, fileName }: UploadBody,
    file: Blob,
    signal?: AbortSignal,
  ): Promise<Outcome> => {
    const entry: UploadedFile = {
      guid: requestId,
      fileName,
      mimeType: file.type,
      dateTimeUploaded: 'now',
      fileSize: file.size,
    }
    const text = await file.text()
    if (signal?.aborted) return away
    if (!files.has(entry.guid)) files.set(entry.guid, { ...entry, text })
    return server.after(name) ?? { ok: true, value: entry }
  }
  const remove = (name: string, guid: string, formRunGuid: string | undefined): Outcome => {
    deletedOf.push(formRunGuid)
    return files.delete(guid) ? (server.after(name) ?? { ok: true, value: {} }) : refusal('NOT_FOUND')
  }
  const api: Caller = {
    async call(call, input, options) {
      const { body, file, params, query } = input as {
        body: UploadBody
        file: Blob
        params: { fileGuid: string }
        query?: { formRunGUID?: string }
      }
      if (call.name === 'announceFile') return server.announce(body)
      const name = call.name === 'uploadFile' ? body.fileName : `-${params.fileGuid}`
      made.push(name)
      const instead = server.before(name)
      if (instead) return instead
      if (call.name === 'deleteFile') return remove(name, params.fileGuid, query?.formRunGUID)
      return await take(name, body, file, options?.signal)
    },
  }
  return { server, api }
}

let ids = 0

const unexpected = (error: unknown): void => {
  throw error
}

/** A lane of uploads before its own server, and what a test does to them. */
export const arrangeUploads = async (
  places = createMemoryStore(),
  { server, api } = createUploadServer(),
  { store = memoryUploads(places), onError = unexpected, hashes = [] as Blob[] } = {},
) => {
  const connection = { now: 'online' as ConnectionState, isReachable: true, isFinishing: false }
  const check = vi.fn(async () => {
    if (!connection.isReachable) connection.now = 'offline'
  })
  const clock: { typed: Typed | undefined } = { typed: undefined }
  const pieces: { send: UploadLaneParts['sendInPieces'] } = { send: async () => away }
  const lane = createUploadLane({
    api,
    store,
    connection: { state: () => connection.now, check },
    userGuid: 'u',
    hash: async (bytes) => {
      hashes.push(bytes)
      return `hash of ${bytes.size}`
    },
    sendInPieces: async (guid, bytes, options) => pieces.send(guid, bytes, options),
    contact: { typed: () => clock.typed },
    isAwaited: () => connection.isFinishing,
    nowMs: () => 0,
    newId: () => `guid${++ids}`,
    onError,
  })
  const events: UploadEvent[] = []
  lane.subscribe((event) => event.kind !== 'changed' && event.kind !== 'kept' && events.push(event))
  await lane.load()
  const add = (fileName: string, more: { replaces?: string; held?: boolean } = {}) =>
    lane.add({ formRunGuid: 'run', bytes: new Blob([`${fileName}!`]), fileName, mimeType: 'text/plain', held: false, ...more })
  const cut = () => {
    connection.isReachable = false
    server.before = () => away
  }
  const heal = () => {
    connection.isReachable = true
    connection.now = 'online'
    server.before = () => undefined
    server.after = () => undefined
    lane.flush()
  }
  const idle = () => vi.waitFor(() => expect(lane.isBusy('run')).toBe(false), onABusyMachine)
  const phases = () => lane.pending('run').map(({ record, phase }) => [record.fileName, phase])
  return { lane, server, api, clock, pieces, places, add, cut, heal, idle, events, connection, check, phases }
}
