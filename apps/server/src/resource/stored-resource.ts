import type { ExamPlace } from '../assessment/queries.ts'
import type { Database } from '../db/database.ts'
import { resourceChunkBytes } from '../organisation/resource-chunk-bytes.ts'
import type { ByteRange } from './byte-range.ts'

/** A range of a file's bytes, a chunk at a time as somebody takes them. Throws where one is missing: the file was imported anew. */
export async function* bytesOfResource(
  { kysely }: Database,
  place: ExamPlace,
  path: string,
  { from, to }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at <= to; ) {
    const number = Math.floor(at / resourceChunkBytes)
    const row = await kysely
      .selectFrom('exam_resource_chunk')
      .select('bytes')
      .where('org_id', '=', place.org_id)
      .where('exam_guid', '=', place.exam_guid)
      .where('version', '=', place.version)
      .where('path', '=', path)
      .where('number', '=', number)
      .executeTakeFirst()
    const start = number * resourceChunkBytes
    const bytes = row?.bytes.subarray(at - start, to + 1 - start)
    if (!bytes?.length) throw new Error(`The file ${path} lacks its chunk ${number}.`)
    at += bytes.length
    yield bytes
  }
}
