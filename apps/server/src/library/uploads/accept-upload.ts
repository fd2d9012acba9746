import { type LibraryUpload, officeAcceptUpload } from '@sitwell/contract'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { isPermitted } from '../../roles/queries.ts'
import type { LibraryContext } from '../library-context.ts'
import { selectUpload, type Upload } from './queries.ts'
import { type ReadResult, readResult } from './read-result.ts'
import { type ResultOf, storeUpload } from './store-upload.ts'
import { uploadReply } from './upload-reply.ts'

const gone = refuse('NOT_FOUND', 'There is no such upload of this person.')
const inUse = refuse('VERSION_IN_USE', 'This version is being sat or was; a changed exam needs a higher version.')
const noCourses = refuse('NOT_ALLOWED', 'Only people with a role that has the permission courses.write may store a course.')

/** Has an upload read again whose place in the library has changed. */
const waitAgain = ({ kysely }: Database, { org_id, upload_id }: Upload) =>
  kysely
    .updateTable('library_upload')
    .set({ state: 'waiting', attempts: 0, items_read: 0, reader: null, reader_at: null })
    .where('org_id', '=', org_id)
    .where('upload_id', '=', upload_id)
    .where('state', '=', 'ready')
    .execute()

/** What was read of an upload that may be stored. */
const storableOf = (upload: Upload): ResultOf<'exam'> | ResultOf<'course'> | undefined => {
  const result: ReadResult | undefined = upload.state === 'ready' ? readResult(upload.result) : undefined
  return result?.is === 'refused' ? undefined : result
}

/** What a person accepts. */
interface Accepted {
  readonly reportHash: string
  readonly acceptLosses?: boolean | undefined
}

/** What keeps an upload from being stored as it was shown. */
const refusalOf = (
  upload: Upload,
  result: ResultOf<'exam'> | ResultOf<'course'>,
  { reportHash, acceptLosses = false }: Accepted,
) => {
  if (upload.report_hash !== reportHash)
    return refuse('CHANGED_MEANWHILE', 'It was read again since this report.', { current: uploadReply(upload) })
  if (result.outcome === 'in-use') return inUse
  return upload.grave === 1 && !acceptLosses
    ? refuse('LOSSES_NOT_ACCEPTED', 'Marks are lost, or how the exam is made up, and nobody accepted that.')
    : undefined
}

/** What the security log tells of it. */
const targetOf = ({ uploadId, exam, course }: LibraryUpload): Readonly<Record<string, string | number>> => {
  if (exam) return { uploadId, examGuid: exam.examGuid, version: exam.version, outcome: exam.outcome }
  return { uploadId, courseGuid: course?.courseGuid ?? '', version: course?.version ?? 0, outcome: course?.outcome ?? '' }
}

/** Stores what an upload holds, once somebody has seen its report. */
export const officeAcceptUploadRoute = ({ database, clock, securityLog, background, packageReader }: LibraryContext) => {
  const answerOf = (upload: Upload) => ({ ok: true as const, value: { upload: uploadReply(upload) } })

  /** The library isn't as it was when the upload was read, or another call of the same person was quicker. */
  const afterChange = async (caller: Caller, uploadId: string) => {
    const now = await selectUpload(database, caller, uploadId)
    if (!now) return gone
    if (now.state === 'stored') return answerOf(now)
    await waitAgain(database, now)
    background.run('an upload to the library is read at the next turn', packageReader.look)
    const again = (await selectUpload(database, caller, uploadId)) ?? now
    return refuse('CHANGED_MEANWHILE', 'The library has changed since it was read; it is being read again.', {
      current: uploadReply(again),
    })
  }

  /** What is to be stored, or why it isn't. */
  const judge = async (caller: Caller, upload: Upload, body: Accepted) => {
    const result = storableOf(upload)
    if (!result) return refuse('UPLOAD_NOT_READY', `The upload is ${upload.state}.`)
    if (result.is === 'course' && !(await isPermitted(database, caller, 'courses.write', clock.nowMs()))) return noCourses
    return refusalOf(upload, result, body) ?? { ok: true as const, result }
  }

  return route(officeAcceptUpload, async ({ caller, body, request }) => {
    const upload = await selectUpload(database, caller, body.uploadId)
    if (!upload) return gone
    if (upload.state === 'stored') return answerOf(upload)
    const judged = await judge(caller, upload, body)
    if (!judged.ok) return judged
    const outcome = await storeUpload(database, upload, judged.result, clock.nowMs())
    if (outcome === 'in-use') return inUse
    if (outcome === 'changed') return afterChange(caller, body.uploadId)
    const stored = await selectUpload(database, caller, body.uploadId)
    if (!stored) return gone
    const target = targetOf(uploadReply(stored))
    const about = { orgId: caller.orgId, author: caller.userGuid, address: request.ip }
    securityLog.note({ kind: 'staff-act', ...about, what: officeAcceptUpload.name, target })
    return answerOf(stored)
  })
}
