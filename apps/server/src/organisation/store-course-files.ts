import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CourseFileChunkTable, CourseFileTable, Schema } from '../db/schema.ts'
import { courseMediaType } from '../import/files/course-media-type.ts'
import type { PackageSource } from '../import/files/package-source.ts'
import { resourceChunkBytes } from '../resource/resource-chunk-bytes.ts'

/** What is written in one transaction: a commit for each of 50,000 small files would take an hour, and memory holds no more. */
const together = { bytes: 8 * 1024 * 1024, files: 500 }

/** Rows of an insert: PostgreSQL takes 65,535 parameters in a statement. */
const rowsEach = 100

/** An import that broke off this long ago isn't continuing any more. */
const abandonedMs = 24 * 3_600_000

const slicesOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsEach) }, (_, at) => rows.slice(at * rowsEach, (at + 1) * rowsEach))

/** Cuts bytes as they come into chunks of one size. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    held.push(piece)
    size += piece.length
    if (size < resourceChunkBytes) continue
    const whole = Buffer.concat(held)
    const cut = size - (size % resourceChunkBytes)
    for (let at = 0; at < cut; at += resourceChunkBytes) yield new Uint8Array(whole.subarray(at, at + resourceChunkBytes))
    held = [whole.subarray(cut)]
    size -= cut
  }
  if (size > 0) yield new Uint8Array(Buffer.concat(held))
}

/**
 * Puts all files of a course into the database, a few at a time, while learners continue saving. Nobody sees them until a course names them.
 * Answers what they come to, in whatever order they were packed.
 */
export const storeCourseFiles = async (
  kysely: Kysely<Schema>,
  { orgId, contentGuid, nowMs }: { readonly orgId: number; readonly contentGuid: string; readonly nowMs: number },
  source: PackageSource,
): Promise<string> => {
  const place = { org_id: orgId, content_guid: contentGuid }
  const hashes: string[] = []
  let files: CourseFileTable[] = []
  let chunks: CourseFileChunkTable[] = []
  let held = 0
  const write = async () => {
    await kysely.transaction().execute(async (transaction) => {
      for (const rows of slicesOf(files)) await transaction.insertInto('course_file').values(rows).execute()
      for (const rows of slicesOf(chunks)) await transaction.insertInto('course_file_chunk').values(rows).execute()
    })
    files = []
    chunks = []
    held = 0
  }
  for await (const { path, bytes } of source.files()) {
    const hash = createHash('sha256')
    let size = 0
    let number = 0
    for await (const chunk of chunksOf(bytes)) {
      hash.update(chunk)
      size += chunk.length
      chunks.push({ ...place, path, number, bytes: chunk })
      number += 1
      held += chunk.length
      if (held >= together.bytes) await write()
    }
    files.push({ ...place, path, media_type: courseMediaType(path), size, stored_at: nowMs })
    hashes.push(`${path}\0${hash.digest('hex')}`)
    if (files.length >= together.files) await write()
  }
  await write()
  return createHash('sha256').update(hashes.sort().join('\n')).digest('hex')
}

/** Takes files away that no course has. */
export const removeCourseFiles = async (kysely: Kysely<Schema>, orgId: number, contentGuid: string): Promise<void> => {
  for (const table of ['course_file_chunk', 'course_file'] as const)
    await kysely.deleteFrom(table).where('org_id', '=', orgId).where('content_guid', '=', contentGuid).execute()
}

/** Takes away what imports left that broke off: a process that was killed tidies nothing up. */
export const removeAbandonedFiles = async (kysely: Kysely<Schema>, orgId: number, nowMs: number): Promise<void> => {
  const rows = await kysely
    .selectFrom('course_file')
    .select('content_guid')
    .distinct()
    .where('org_id', '=', orgId)
    .where('stored_at', '<', nowMs - abandonedMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('course')
            .select('course.course_id')
            .whereRef('course.org_id', '=', 'course_file.org_id')
            .whereRef('course.content_guid', '=', 'course_file.content_guid'),
        ),
      ),
    )
    .execute()
  for (const { content_guid } of rows) await removeCourseFiles(kysely, orgId, content_guid)
}
