import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { deleteContent, insertChunk, selectChunk } from '../assessment/files/index.ts'
import type { Schema } from '../db/schema.ts'
import type { FilesContext } from './files-context.ts'

/** Bytes of a chunk: the save of an answer that waits for one on SQLite hardly notices it. */
export const chunkBytes = 512 * 1024

/** A file's bytes as they were received, all but the last chunk of them written. */
export interface ReceivedFile {
  readonly contentGuid: string
  readonly size: number
  readonly sha256: string
  /** All of them, from the beginning. Throws an error if they were taken back. */
  bytes(): AsyncIterable<Uint8Array>
  /** Writes what is left, in the transaction that names the file. */
  writeRest(kysely: Kysely<Schema>): Promise<unknown>
  /** Takes back what was written. */
  discard(): Promise<unknown>
}

/** Pieces of exactly `size` bytes, the last one shorter, or none. Where the source breaks off, what came before that comes first. */
export async function* piecesOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let length = 0
  let broken: { readonly error: unknown } | undefined
  const parts = source[Symbol.asyncIterator]()
  const next = () =>
    parts.next().catch((error: unknown) => {
      broken = { error }
      return { done: true as const, value: undefined }
    })
  for (let one = await next(); one.done !== true; one = await next()) {
    const part = one.value
    for (let from = 0; from < part.length; ) {
      const taken = part.subarray(from, from + size - length)
      held.push(taken)
      length += taken.length
      from += taken.length
      if (length < size) continue
      yield Buffer.concat(held)
      held = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(held)
  if (broken) throw broken.error
}

/**
 * Writes a file as it comes in, a chunk at a time, so that a large one takes neither the server's memory nor the database's turn. No
 * file is there before `writeRest` and whatever names it are committed together; where the body breaks off, what was written is
 * taken back, and the error continues.
 */
export const receiveFile = async (
  { database, clock }: Pick<FilesContext, 'database' | 'clock'>,
  orgId: number,
  source: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> => {
  const contentGuid = randomUUID()
  const hash = createHash('sha256')
  let size = 0
  let number = 0
  let last: Uint8Array | undefined
  const write = (kysely: Kysely<Schema>, bytes: Uint8Array) =>
    insertChunk(kysely, { org_id: orgId, content_guid: contentGuid, number, received_at: clock.nowMs(), bytes })
  const discard = () => deleteContent(database.kysely, { org_id: orgId, content_guid: contentGuid })
  try {
    for await (const piece of piecesOf(source, chunkBytes)) {
      if (last) {
        await write(database.kysely, last)
        number += 1
      }
      last = piece
      size += piece.length
      hash.update(piece)
    }
  } catch (error) {
    await discard()
    throw error
  }
  const rest = last
  return {
    contentGuid,
    size,
    sha256: hash.digest('hex'),
    bytes: async function* () {
      for (let written = 0; written < number; written += 1) {
        const bytes = await selectChunk(database, { org_id: orgId, content_guid: contentGuid, number: written })
        if (!bytes) throw new Error(`Chunk ${written} of an upload no longer exists.`)
        yield bytes
      }
      if (rest) yield rest
    },
    writeRest: async (kysely) => rest && write(kysely, rest),
    discard,
  }
}
