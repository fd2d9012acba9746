import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { UploadedFileTable } from '../../db/schema.ts'
import { selectChunk } from './queries.ts'

/** Bytes that stand in chunks, of a file or of an upload. */
export type Stored = Pick<UploadedFileTable, 'org_id' | 'file_guid' | 'content_guid' | 'file_size'>

/** Bytes are gone: their file was deleted meanwhile, or the database has lost them. */
export class MissingChunk extends Error {}

/** A file's bytes, a chunk at a time as somebody takes them. Throws an error if one is missing. */
export async function* bytesOf(database: Database, file: Stored): AsyncGenerator<Uint8Array> {
  for (let number = 0, sent = 0; sent < file.file_size; number += 1) {
    const bytes = await selectChunk(database, { ...file, number })
    if (!bytes) throw new MissingChunk(`The file ${file.file_guid} lacks its chunk ${number}.`)
    sent += bytes.length
    yield bytes
  }
}

/** The SHA-256 of bytes as they stand; undefined if some of them are gone. */
export const hashOf = async (database: Database, file: Stored): Promise<string | undefined> => {
  const hash = createHash('sha256')
  try {
    for await (const bytes of bytesOf(database, file)) hash.update(bytes)
  } catch (error) {
    if (error instanceof MissingChunk) return undefined
    throw error
  }
  return hash.digest('hex')
}
