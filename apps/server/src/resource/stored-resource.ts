import type { ExamPlace } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { ByteRange } from './byte-range.ts'
import { bytesInChunks } from './bytes-in-chunks.ts'

/** A range of a file's bytes, as `bytesInChunks` gives them. */
export const bytesOfResource = (
  { kysely }: Database,
  place: ExamPlace,
  path: string,
  range: ByteRange,
): AsyncGenerator<Uint8Array> =>
  bytesInChunks(path, range, (number) =>
    kysely
      .selectFrom('exam_resource_chunk')
      .select('bytes')
      .where('org_id', '=', place.org_id)
      .where('exam_guid', '=', place.exam_guid)
      .where('version', '=', place.version)
      .where('path', '=', path)
      .where('number', '=', number)
      .executeTakeFirst(),
  )
