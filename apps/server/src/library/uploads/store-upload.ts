import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { carrySchemes, holdSchemes } from '../../mark-schemes/exam-with-schemes.ts'
import { isBegun, selectHeld, storeStaged } from '../../organisation/staged-exam.ts'
import { insertCourse, judgeCourse } from '../../organisation/store-course.ts'
import { writeSummary } from '../exams/queries.ts'
import { basisOfCourse, basisOfExam } from './basis.ts'
import { forgetBytes, forgetRead, type Upload } from './queries.ts'
import type { ReadResult } from './read-result.ts'

/** Thrown in a transaction to take back what it did: the library isn't as it was when the upload was read. */
class Changed extends Error {}
/** The same, because the version is being sat. */
class InUse extends Error {}

export type ResultOf<T extends 'exam' | 'course'> = Extract<ReadResult, { readonly is: T }>

const acceptExam = async (kysely: Kysely<Schema>, upload: Upload, { summary, outcome }: ResultOf<'exam'>, nowMs: number) => {
  const { org_id, upload_id: id, user_guid, exam_guid, version, basis } = upload
  const place = { org_id, exam_guid: exam_guid ?? '', version: version ?? 1 }
  const held = await selectHeld(kysely, place)
  if (basisOfExam(held) !== basis) throw new Changed()
  if (outcome === 'unchanged') return forgetRead(kysely, upload)
  if (await isBegun(kysely, place)) throw new InUse()
  // From row to row within the database: megabytes of text would hold up the server's thread on their way through it.
  const content = sql<string>`(select exam_content from library_upload where org_id = ${org_id} and upload_id = ${id})`
  const schemes = await holdSchemes(kysely, place)
  await storeStaged(kysely, place, { id, name: summary.name, content, nowMs, held: held?.imported_at })
  await carrySchemes(kysely, place, schemes, nowMs)
  await writeSummary(kysely, { place, summary, importedMs: nowMs, storedBy: user_guid })
  return undefined
}

const acceptCourse = async (
  kysely: Kysely<Schema>,
  upload: Upload,
  result: ResultOf<'course'>,
  nowMs: number,
): Promise<ReadResult> => {
  const { course, fingerprint, outcome } = result
  const judged = await judgeCourse(kysely, upload.org_id, { course, fingerprint })
  if (basisOfCourse(judged) !== upload.basis) throw new Changed()
  if (outcome === 'unchanged') {
    await forgetRead(kysely, upload)
    return { ...result, stored: { courseGuid: judged.courseGuid, version: judged.before?.version ?? 1 } }
  }
  const row = await insertCourse(kysely, upload.org_id, judged, { course, fingerprint, contentGuid: upload.upload_id }, nowMs)
  return { ...result, stored: { courseGuid: row.course_guid, version: row.version } }
}

/** Both databases refuse the second of two that store the same version at one moment. */
const isTwin = (error: unknown): boolean => error instanceof Error && /duplicate key|unique constraint/i.test(error.message)

/** The result of it: `changed`, and nothing was stored, where the library or the upload isn't as it was when it was read. */
export type StoreOutcome = 'stored' | 'changed' | 'in-use'

/** Stores what an upload holds, all or nothing; of two calls at once one stores. */
export const storeUpload = async (
  { kysely }: Pick<Database, 'kysely'>,
  upload: Upload,
  result: ResultOf<'exam'> | ResultOf<'course'>,
  nowMs: number,
): Promise<StoreOutcome> => {
  const { org_id, upload_id } = upload
  try {
    await kysely.transaction().execute(async (transaction) => {
      const claimed = await transaction
        .updateTable('library_upload')
        .set({ state: 'stored', stored_at: nowMs })
        .where('org_id', '=', org_id)
        .where('upload_id', '=', upload_id)
        .where('state', '=', 'ready')
        .where('report_hash', '=', upload.report_hash)
        .returning('upload_id')
        .executeTakeFirst()
      if (!claimed) throw new Changed()
      if (result.is === 'exam') await acceptExam(transaction, upload, result, nowMs)
      const kept = result.is === 'course' ? await acceptCourse(transaction, upload, result, nowMs) : result
      await forgetBytes(transaction, upload)
      await transaction
        .updateTable('library_upload')
        .set({ result: JSON.stringify(kept), exam_content: null })
        .where('org_id', '=', org_id)
        .where('upload_id', '=', upload_id)
        .execute()
    })
    return 'stored'
  } catch (error) {
    if (error instanceof InUse) return 'in-use'
    if (error instanceof Changed || isTwin(error)) return 'changed'
    throw error
  }
}
