import type { Kysely } from 'kysely'
import type { CourseFileTable, Schema } from '../db/schema.ts'
import type { ByteRange } from '../resource/byte-range.ts'
import { bytesInChunks } from '../resource/bytes-in-chunks.ts'

/** Files of a course that is kept on a device for when the network is gone, at most. */
const mostFilesToKeep = 5000

/** All files of a course; undefined if there are too many to be kept. */
export const selectFilesToKeep = async (
  kysely: Kysely<Schema>,
  orgId: number,
  contentGuid: string,
): Promise<{ path: string; bytes: number }[] | undefined> => {
  const rows = await kysely
    .selectFrom('course_file')
    .select(['path', 'size as bytes'])
    .where('org_id', '=', orgId)
    .where('content_guid', '=', contentGuid)
    .orderBy('path')
    .limit(mostFilesToKeep + 1)
    .execute()
  return rows.length > mostFilesToKeep ? undefined : rows
}

export const selectCourseFile = (
  kysely: Kysely<Schema>,
  orgId: number,
  contentGuid: string,
  path: string,
): Promise<CourseFileTable | undefined> =>
  kysely
    .selectFrom('course_file')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('content_guid', '=', contentGuid)
    .where('path', '=', path)
    .executeTakeFirst()

/** A range of a file's bytes, as `bytesInChunks` gives them. */
export const bytesOfCourseFile = (
  kysely: Kysely<Schema>,
  { org_id, content_guid, path }: CourseFileTable,
  range: ByteRange,
): AsyncGenerator<Uint8Array> =>
  bytesInChunks(path, range, (number) =>
    kysely
      .selectFrom('course_file_chunk')
      .select('bytes')
      .where('org_id', '=', org_id)
      .where('content_guid', '=', content_guid)
      .where('path', '=', path)
      .where('number', '=', number)
      .executeTakeFirst(),
  )
