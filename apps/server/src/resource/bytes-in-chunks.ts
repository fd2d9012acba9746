import type { ByteRange } from './byte-range.ts'
import { resourceChunkBytes } from './resource-chunk-bytes.ts'

/**
 * A range of a stored file's bytes, a chunk at a time as somebody takes them. `read` answers a chunk by its number. Throws an error if one is
 * missing: the file was imported again.
 */
export async function* bytesInChunks(
  path: string,
  { from, to }: ByteRange,
  read: (number: number) => Promise<{ readonly bytes: Uint8Array } | undefined>,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at <= to; ) {
    const number = Math.floor(at / resourceChunkBytes)
    const row = await read(number)
    const start = number * resourceChunkBytes
    const bytes = row?.bytes.subarray(at - start, to + 1 - start)
    if (!bytes?.length) throw new Error(`The file ${path} lacks its chunk ${number}.`)
    at += bytes.length
    yield bytes
  }
}
