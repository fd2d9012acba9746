import { type MarkingItem, officeMarkingResponse } from '@sitwell/contract'
import type { Change, KeyValueStore } from '@sitwell/storage/key-value-store'
import { readRecord } from '@sitwell/storage/record-format'
import * as z from 'zod/mini'
import { type DevicePlace, sealedFormat } from './mark-records.ts'
import type { Seal } from './seal.ts'

/** The responses of a queue that a page has, the first ones first, and which of them were marked on it. */
export interface KeptLine {
  readonly items: readonly MarkingItem[]
  readonly marked: readonly string[]
  /** The generation of the server's database that gave each response, by its id, as far as it is known. */
  readonly generations?: Readonly<Record<string, string>> | undefined
}

/** A queue of which responses wait on this device. */
export interface KeptQueue {
  readonly queueID: string
  readonly waiting: number
}

const lineSchema = z.object({
  responses: z.array(z.string()),
  marked: z.array(z.string()),
  generations: z.optional(z.record(z.string(), z.string())),
})
const itemSchema = officeMarkingResponse.reply.shape.response

interface Parts {
  readonly places: KeyValueStore<DevicePlace>
  readonly seal: Seal
  readonly userGuid: string
  /** Milliseconds since 1970. */
  nowMs(): number
}

/** Milliseconds after which what a tab has sealed is removed by another one: the tab is gone, and its key with it. */
const goneAfterMs = 24 * 60 * 60_000

/** Files that one tab keeps, in bytes altogether. */
export const mostFileBytes = 40_000_000

/** Bytes in front of a sealed file that name its media type. */
const mediaTypeBytes = 100

/** What tells whether a response has to be written anew. */
const versionOf = ({ sequence, files, newestEntry, state }: MarkingItem) =>
  JSON.stringify([sequence, files, newestEntry, state])

const parsed = <S extends z.ZodMiniType>(schema: S, bytes: Uint8Array | undefined): z.output<S> | undefined => {
  if (bytes === undefined) return undefined
  const read = z.safeParse(schema, JSON.parse(new TextDecoder().decode(bytes)))
  return read.success ? read.data : undefined
}

/** Removes responses that somebody else's page has left in this browser, and those of tabs that are gone. `nowMs`: milliseconds since 1970. */
const removeLeftResponses = async (places: KeyValueStore<DevicePlace>, userGuid: string, nowMs: number): Promise<void> => {
  const kept = await places.list('responses', '')
  const isGone = (value: unknown) => {
    const read = readRecord(sealedFormat, value)
    return !read.ok || nowMs - read.record.atMs > goneAfterMs
  }
  const left = kept.filter(({ key, value }) => !key.startsWith(`${userGuid}/`) || isGone(value))
  if (left.length > 0) await places.write(left.map(({ key }) => ({ remove: 'responses', key })))
}

/** The responses that wait on this device, sealed with the key of their tab, so that its page goes on with them after it was loaded anew without the server (decision 184). */
export const openKeptLines = async ({ places, seal, userGuid, nowMs }: Parts) => {
  const own = `${userGuid}/${seal.id}/`
  const ownFiles = `${own}file/`
  await removeLeftResponses(places, userGuid, nowMs())
  /** By the id of a response: as which version it was written, and for the line of which queue. */
  const written = new Map<string, { readonly queueID: string; readonly version: string }>()
  /** Bytes by name; those that an earlier page of this tab has kept count for nothing, and go once no response names them. */
  const files = new Map((await places.keys('responses', ownFiles)).map((key) => [key.slice(ownFiles.length), 0]))
  let isForgotten = false

  const sealed = async (key: string, bytes: Uint8Array<ArrayBuffer>): Promise<Change<DevicePlace>> => ({
    ...{ put: 'responses', key: own + key },
    value: { format: 1, atMs: nowMs(), ...(await seal.seal(bytes, own + key)) },
  })
  const opened = async (key: string) => {
    const read = readRecord(sealedFormat, await places.read('responses', own + key))
    return read.ok ? seal.open(read.record, own + key) : undefined
  }
  const inBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const lineKey = (queueID: string) => `line/${queueID}`
  const responseKey = (responseID: string) => `response/${responseID}`
  const fileKey = (name: string) => `file/${name}`

  return {
    /** Keeps the line of a queue in place of what was kept of it. */
    async keep(queueID: string, { items, marked, generations }: KeptLine): Promise<void> {
      const fresh = items.filter((item) => written.get(item.responseID)?.version !== versionOf(item))
      const responses = items.map(({ responseID }) => responseID)
      const line = { responses, marked: [...marked], ...(generations && { generations }) }
      const changes = await Promise.all([
        sealed(lineKey(queueID), inBytes(line)),
        ...fresh.map((item) => sealed(responseKey(item.responseID), inBytes(item))),
      ])
      const stays = new Set(line.responses)
      const gone = [...written].flatMap(([id, one]) => (one.queueID === queueID && !stays.has(id) ? [id] : []))
      if (isForgotten) return
      await places.write([...changes, ...gone.map((id) => ({ remove: 'responses' as const, key: own + responseKey(id) }))])
      for (const item of items) written.set(item.responseID, { queueID, version: versionOf(item) })
      for (const id of gone) written.delete(id)
    },

    /** What an earlier page of this tab kept of a queue; nothing if it can't be read. */
    async lineOf(queueID: string): Promise<KeptLine> {
      const line = parsed(lineSchema, await opened(lineKey(queueID)))
      if (line === undefined) return { items: [], marked: [] }
      const read = await Promise.all(line.responses.map(async (id) => parsed(itemSchema, await opened(responseKey(id)))))
      const items = read.filter((item) => item !== undefined)
      for (const item of items) written.set(item.responseID, { queueID, version: versionOf(item) })
      return { items, marked: line.marked, generations: line.generations }
    },

    /** The queues of which an earlier page of this tab, or this one, has kept responses that are not marked. */
    async queues(): Promise<readonly KeptQueue[]> {
      const keys = await places.keys('responses', `${own}${lineKey('')}`)
      const read = await Promise.all(
        keys.map(async (key) => {
          const queueID = key.slice(own.length + lineKey('').length)
          const line = parsed(lineSchema, await opened(lineKey(queueID)))
          const waiting = line?.responses.filter((id) => !line.marked.includes(id)).length ?? 0
          return { queueID, waiting }
        }),
      )
      return read.filter(({ waiting }) => waiting > 0)
    },

    /** Keeps a file of a response or of a question, unless there is no room for it. */
    async keepFile(name: string, file: Blob): Promise<void> {
      const total = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
      if (files.has(name) || total + file.size > mostFileBytes) return
      files.set(name, file.size)
      const type = new TextEncoder().encode(file.type.padEnd(mediaTypeBytes).slice(0, mediaTypeBytes))
      const bytes = new Uint8Array(mediaTypeBytes + file.size)
      bytes.set(type)
      bytes.set(new Uint8Array(await file.arrayBuffer()), mediaTypeBytes)
      const change = await sealed(fileKey(name), bytes)
      if (!isForgotten) await places.write([change])
    },
    hasFile: (name: string): boolean => files.has(name),
    /** Whether a file of so many bytes would be kept. */
    hasRoom: (bytes: number): boolean => [...files.values()].reduce((sum, one) => sum + one, bytes) <= mostFileBytes,
    /** A kept file; undefined if it isn't. */
    async fileOf(name: string): Promise<Blob | undefined> {
      const bytes = await opened(fileKey(name))
      if (bytes === undefined) return undefined
      const type = new TextDecoder().decode(bytes.subarray(0, mediaTypeBytes)).trim()
      return new Blob([bytes.subarray(mediaTypeBytes)], { type })
    },
    /** Removes files except those of these names. */
    async keepOnlyFiles(names: ReadonlySet<string>): Promise<void> {
      const gone = [...files.keys()].filter((name) => !names.has(name))
      for (const name of gone) files.delete(name)
      if (gone.length > 0) await places.write(gone.map((name) => ({ remove: 'responses', key: own + fileKey(name) })))
    },

    /** Nothing is written any more: the key is gone, or is about to be. */
    forget(): void {
      isForgotten = true
    },
  }
}

export type KeptLines = Awaited<ReturnType<typeof openKeptLines>>

/** Removes all responses from this browser, or those of one person; answers whether there were any. */
export const removeResponses = async (places: KeyValueStore<DevicePlace>, userGuid?: string): Promise<boolean> => {
  const keys = await places.keys('responses', userGuid === undefined ? '' : `${userGuid}/`)
  if (keys.length > 0) await places.write(keys.map((key) => ({ remove: 'responses', key })))
  return keys.length > 0
}
