import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExamOutcome } from '@sitwell/contract'
import { type Expression, sql } from 'kysely'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { LibraryUploadItemTable } from '../../db/schema.ts'
import { PackageRefused } from '../../import/files/package-files.ts'
import { asRefusal } from '../../import/files/read-zip.ts'
import { openCourse } from '../../import/read-course.ts'
import { editedContent } from '../../mark-schemes/exam-with-schemes.ts'
import { isBegun, type StagedFile, stagedPlace, stageFiles } from '../../organisation/staged-exam.ts'
import { judgeCourse } from '../../organisation/store-course.ts'
import { storeCourseFiles } from '../../organisation/store-course-files.ts'
import { resourceChunkBytes } from '../../resource/resource-chunk-bytes.ts'
import { basisOfCourse, basisOfExam } from '../uploads/basis.ts'
import { forgetRead, lossOf, selectChunk, type Upload, uploadColumns } from '../uploads/queries.ts'
import type { ReadResult } from '../uploads/read-result.ts'
import type { Lease } from './lease.ts'
import { runWorker } from './run-worker.ts'
import { safeFileName } from './safe-file-name.ts'
import { uploadedCourseLimits } from './upload-limits.ts'
import { type ReadCourse, type ReadExam, type ReadPackage, written } from './worker-messages.ts'

/** Somebody cancelled an upload while it was read. */
export class UploadGone extends Error {}

interface ReadingContext {
  readonly database: Database
  readonly clock: Clock
}

/** Items that are written in one transaction. */
const itemsTogether = 50

/** Puts the bytes of an upload into a file, a chunk at a time. */
const writeUpload = async (database: Database, upload: Upload, path: string) => {
  async function* chunks() {
    for (let number = 0; number < upload.chunks; number += 1) yield await selectChunk(database, upload, number)
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}

/** What is in the place of an exam: how it would be stored there follows from it. */
const heldAt = async ({ kysely }: Database, orgId: number, { examGuid, version }: { examGuid: string; version: number }) => {
  const place = { org_id: orgId, exam_guid: examGuid, version }
  const row = await kysely
    .selectFrom('exam')
    .select(['content', 'imported_at'])
    .where((where) => where.and(place))
    .executeTakeFirst()
  const other = await kysely
    .selectFrom('exam')
    .select('version')
    .where('org_id', '=', orgId)
    .where('exam_guid', '=', examGuid)
    .limit(1)
    .executeTakeFirst()
  const edited = row && (await editedContent(kysely, place, row.content))
  return { place, row, edited, isKnown: other !== undefined }
}

const outcomeOf = async (
  database: Database,
  { isSame, hasForeignIds }: ReadExam,
  { place, row, isKnown }: Awaited<ReturnType<typeof heldAt>>,
): Promise<ExamOutcome> => {
  if (!row) return isKnown ? 'new-version' : 'new-exam'
  if (isSame) return 'unchanged'
  if (!(await isBegun(database.kysely, place))) return 'replaces'
  return hasForeignIds ? 'unchanged' : 'in-use'
}

/** Of an item as the worker has written it. A quotation mark within a text is behind a backslash there. */
const lossIn = (item: string): number => {
  if (item.includes('"verdict":"left out"')) return lossOf.all
  return item.includes('"losses":[]') ? lossOf.none : lossOf.some
}

const storeItems = async ({ kysely }: Database, { org_id, upload_id }: Upload, path: string) => {
  let rows: LibraryUploadItemTable[] = []
  let number = 0
  const write = async () => {
    if (rows.length > 0) await kysely.insertInto('library_upload_item').values(rows).execute()
    rows = []
  }
  for await (const item of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    rows.push({ org_id, upload_id, number, has_loss: lossIn(item), item })
    if (rows.length >= itemsTogether) await write()
  }
  await write()
  return number
}

const listedFiles = z.array(z.object({ path: z.string(), mediaType: z.string(), size: z.number() }))

async function* filesIn(folder: string): AsyncGenerator<StagedFile> {
  const listed = listedFiles.parse(JSON.parse(await readFile(join(folder, written.files), 'utf8')))
  for (const [at, file] of listed.entries())
    yield { ...file, chunks: createReadStream(join(folder, 'files', String(at)), { highWaterMark: resourceChunkBytes }) }
}

/** Names what somebody is shown: what was read, and what accepting it would do. */
const hashOf = (shown: readonly unknown[]) => createHash('sha256').update(JSON.stringify(shown)).digest('hex')

/** Bytes of UTF-8 as a text that the database makes of them: decoding megabytes, and encoding them again, would hold up the server's thread. */
const textOf = ({ dialect }: Pick<Database, 'dialect'>, bytes: Uint8Array): Expression<string> =>
  dialect === 'sqlite' ? sql<string>`cast(${bytes} as text)` : sql<string>`convert_from(${bytes}, 'UTF8')`

/** Keeps what was read of an exam, beside the library. */
const keepExam = async (
  { database }: ReadingContext,
  lease: Lease,
  { upload, folder, read, held }: { upload: Upload; folder: string; read: ReadExam; held: Awaited<ReturnType<typeof heldAt>> },
) => {
  const items = await storeItems(database, upload, join(folder, written.items))
  const outcome = await outcomeOf(database, read, held)
  if (outcome !== 'unchanged' && outcome !== 'in-use')
    await stageFiles(database, stagedPlace(lease.orgId, lease.uploadId), filesIn(folder))
  const basis = basisOfExam(held.row)
  const result: ReadResult = { is: 'exam', summary: read.summary, outcome, totals: read.totals, others: read.others }
  return lease.finish({
    result: JSON.stringify(result),
    report_hash: hashOf([read.hash, outcome, basis]),
    grave: read.isGrave ? 1 : 0,
    basis,
    exam_guid: read.examGuid,
    version: read.version,
    exam_content: textOf(database, await readFile(join(folder, written.content))),
    items_read: items,
  })
}

/** Keeps a course with its files, which nobody sees before a course names them. */
const keepCourse = async (
  { database, clock }: ReadingContext,
  lease: Lease,
  { upload, path, read }: { upload: Upload; path: string; read: ReadCourse },
) => {
  const { course, files, totals, others, isGrave } = read
  const place = { orgId: lease.orgId, contentGuid: upload.upload_id, nowMs: clock.nowMs() }
  const fingerprint = await storeCourseFiles(database.kysely, place, await openCourse(path, uploadedCourseLimits))
  const judged = await judgeCourse(database.kysely, lease.orgId, { course, fingerprint })
  const outcome = judged.isSame ? 'unchanged' : judged.before ? 'new-version' : 'new-course'
  const { beside } = judged
  const basis = basisOfCourse(judged)
  const result: ReadResult = { is: 'course', course, fingerprint, files, outcome, beside, totals, others }
  return lease.finish({
    result: JSON.stringify(result),
    report_hash: hashOf([fingerprint, course, others, outcome, basis]),
    grave: isGrave ? 1 : 0,
    basis,
    exam_guid: null,
    version: null,
    exam_content: null,
    items_read: 0,
  })
}

/** A course whose archive breaks while its files are taken. */
const isOfArchive = (error: unknown): boolean =>
  error instanceof PackageRefused ||
  (error instanceof Error &&
    (/^Z_/.test(String('code' in error ? error.code : '')) ||
      /entry|bytes in the stream|zip|central directory/i.test(error.message)))

/**
 * Reads an upload in its own process, and keeps beside the library what it holds, until somebody accepts or cancels. Throws an error if that is no
 * fault of the package; the upload may be read again then.
 */
export const readUpload = async (context: ReadingContext, lease: Lease, folder: string, signal: AbortSignal): Promise<void> => {
  const { database } = context
  const upload = await database.kysely
    .selectFrom('library_upload')
    .select(uploadColumns)
    .where('org_id', '=', lease.orgId)
    .where('upload_id', '=', lease.uploadId)
    .executeTakeFirst()
  if (!upload) throw new UploadGone()
  await database.kysely.transaction().execute((transaction) => forgetRead(transaction, upload))
  await mkdir(join(folder, 'in'))
  const path = join(folder, 'in', safeFileName(upload.file_name))
  await writeUpload(database, upload, path)
  let held: Awaited<ReturnType<typeof heldAt>> | undefined
  const read = await runWorker<ReadPackage>(
    { do: 'read', path, into: folder },
    {
      signal,
      onItems: (items) => void lease.progress(items).catch(() => {}),
      heldOf: async (place) => {
        held = await heldAt(database, lease.orgId, place)
        return held.row && { content: held.row.content, edited: held.edited }
      },
    },
  )
  try {
    if (read.is === 'refused') return await lease.refuse([...read.problems])
    const isKept =
      read.is === 'course'
        ? await keepCourse(context, lease, { upload, path, read })
        : held !== undefined && (await keepExam(context, lease, { upload, folder, read, held }))
    if (isKept) return
    // Cancelled, or another process reads it: what is left of it here goes only if it is nobody's.
    const there = await database.kysely
      .selectFrom('library_upload')
      .select('upload_id')
      .where('org_id', '=', lease.orgId)
      .where('upload_id', '=', lease.uploadId)
      .executeTakeFirst()
    if (!there) await database.kysely.transaction().execute((transaction) => forgetRead(transaction, upload))
  } catch (error) {
    if (read.is !== 'course' || !isOfArchive(error)) throw error
    await database.kysely.transaction().execute((transaction) => forgetRead(transaction, upload))
    const { place, message } = asRefusal(error)
    await lease.refuse([{ place, message }])
  }
}
