import { randomUUID } from 'node:crypto'
import { uploadFile } from '@sitwell/contract'
import { checkFile, cleanFileName, type FileError, fileErrors } from '@sitwell/exam/file-checks'
import type { Kysely } from 'kysely'
import { noteHeard } from '../assessment/contact.ts'
import { lateRulesOf } from '../assessment/judge-arrival.ts'
import { noteAdministrator } from '../assessment/note-administrator.ts'
import { lockOwnFormRun, ownFormRun } from '../assessment/own-form-run.ts'
import type { FormRunTable, Schema, UploadedFileTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { entryOf } from './entry-of.ts'
import { type FileLimits, fileLimitsOf, mostFiles } from './file-limits.ts'
import { claimOf, type FileJudgement, judgeFile, takesFiles } from './judge-file.ts'
import { insertFile, nextPosition, selectFile, selectFiles } from './queries.ts'
import { receiveFile } from './receive-file.ts'
import { createUploadsUnderWay } from './uploads-under-way.ts'

const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/

/** A no where nothing is kept of a file that is judged so: of a part that isn't open, or after the completion. */
const refusalOfJudged = (run: FormRunTable, { bar, verdict }: FileJudgement) => {
  if (bar === 'closed') return refuse('PART_CLOSED', 'The part that the file belongs to was closed before it was chosen.')
  if (bar === 'reading') return refuse('READING_TIME', 'The part that the file belongs to is to be read only.')
  if (verdict === 'late' && run.completed_at !== null)
    return refuse('FORM_RUN_COMPLETED', 'The form run was completed before; it takes no more files.')
  return undefined
}

const outcomeOf = ({ completed_at }: FormRunTable, { verdict, isInPause }: FileJudgement): UploadedFileTable['outcome'] => {
  if (verdict === 'count') return completed_at === null ? 'applied' : 'late-applied'
  if (verdict === 'review') return 'review'
  return isInPause ? 'in-pause' : 'over-time'
}

const refusalOf = (error: FileError) =>
  error === fileErrors.tooLarge
    ? refuse('BODY_TOO_LARGE', 'The file is larger than this exam takes.')
    : refuse('INVALID_FILE', error === fileErrors.tooSmall ? 'The file is too small.' : 'The file is of a type not taken here.')

/** Who sends a file for a minute is heard all that time. */
async function* heardOf(bytes: AsyncIterable<Uint8Array>, heard: () => Promise<void>) {
  for await (const part of bytes) {
    await heard()
    yield part
  }
}

/** Seconds after which an upload may be tried again that came beside too many of the same person. */
const retryAfterSeconds = 10

/** Takes a file of evidence into the caller's form run; answered once it is committed to disk. */
export const uploadFileRoute = (ground: Ground) => {
  const { database, config, clock, exams, contacts } = ground
  const underWay = createUploadsUnderWay()

  /** A no where a form run that has all these files, deleted ones among them, has no room for one of so many bytes. */
  const refusalOfFull = (all: readonly UploadedFileTable[], { maxUploaded }: FileLimits, size: number) => {
    const standing = all.filter(({ deleted_at }) => deleted_at === null)
    const bytes = standing.reduce((sum, { file_size }) => sum + file_size, size)
    const isFull = maxUploaded > 0 && standing.length >= maxUploaded
    return isFull || all.length >= mostFiles || bytes > config.largestFilesBytes
      ? refuse('TOO_MANY_FILES', 'The form run has as many files as it may have.')
      : undefined
  }

  return route(uploadFile, async ({ caller, body, file }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')
    const { orgId } = caller
    const run = await ownFormRun(database, caller, body.formRunGUID)
    if (!run) return notFound()
    const place = { orgId, formRunGuid: run.form_run_guid }
    const fileGuid = body.requestId ?? randomUUID()
    await contacts.note(place)

    /** A request that came before is answered as it was then, also where its file was deleted since. */
    const repeated = ({ form_run_guid, ...known }: UploadedFileTable) =>
      form_run_guid === run.form_run_guid
        ? { ok: true as const, value: entryOf({ form_run_guid, ...known }) }
        : refuse('INVALID_REQUEST', 'This request id has made something else.')
    const known = await selectFile(database, orgId, fileGuid)
    if (known) return repeated(known)

    const loaded = await exams.load(run)
    if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)
    const { question: questionId = null } = body
    if (questionId !== null && !takesFiles(loaded, questionId))
      return refuse('INVALID_REQUEST', 'No file is asked for there.', {
        details: [{ path: 'body.question', message: 'no question of this exam that takes files' }],
      })
    const rules = await lateRulesOf(ground, orgId)
    const judge = (kysely: Kysely<Schema>, held: FormRunTable, receivedMs: number) =>
      judgeFile(kysely, held, loaded, { questionId, receivedMs, claim: claimOf(body) }, rules)
    const heardOfRun = await ownFormRun(database, caller, run.form_run_guid)
    if (!heardOfRun) return notFound()
    const hopeless = refusalOfJudged(heardOfRun, await judge(database.kysely, heardOfRun, clock.nowMs()))
    if (hopeless) return hopeless
    const limits = await fileLimitsOf(ground, orgId, loaded.exam.settings.uploadFileTypes ?? [])
    const name = cleanFileName(body.fileName ?? file.fileName)
    const type = mediaType.test(file.mimeType) ? file.mimeType : 'application/octet-stream'
    // What can be told before its bytes come, so that nothing is written of a file that can't be taken.
    const early = checkFile({ name, type, size: Math.max(limits.minSize, file.leastSize) }, limits)
    if (early) return refusalOf(early)
    const before = await selectFiles(database, place)
    // An earlier attempt at it may have ended since.
    const twinBefore = before.find(({ file_guid }) => file_guid === fileGuid)
    if (twinBefore) return repeated(twinBefore)
    const full = refusalOfFull(before, limits, file.leastSize)
    if (full) return full

    const takeIn = async () => {
      await noteAdministrator(ground, caller, run.form_run_guid, {
        text: `An administrator uploaded the file ${name} as the learner`,
        id: fileGuid,
      })
      const received = await receiveFile(
        ground,
        orgId,
        heardOf(file.bytes, () => contacts.note(place)),
      )
      const { size } = received
      const error = file.isTruncated() ? fileErrors.tooLarge : checkFile({ name, type, size }, limits)
      if (error) {
        await received.discard()
        return refusalOf(error)
      }
      const outcome = await database.kysely
        .transaction()
        .execute(async (kysely) => {
          const locked = await lockOwnFormRun(kysely, caller, run.form_run_guid)
          if (!locked) return notFound()
          const nowMs = clock.nowMs()
          const twin = await selectFile({ kysely }, orgId, fileGuid)
          if (twin) return repeated(twin)
          const held = await noteHeard(kysely, locked, nowMs)
          const judged = await judge(kysely, held, nowMs)
          const refused = refusalOfJudged(held, judged)
          if (refused) return refused
          const all = await selectFiles({ kysely }, place)
          const fullByNow = refusalOfFull(all, limits, size)
          if (fullByNow) return fullByNow
          const replaced = all.find(({ file_guid }) => file_guid === body.replaces)
          const row: UploadedFileTable = {
            org_id: orgId,
            file_guid: fileGuid,
            form_run_guid: run.form_run_guid,
            content_guid: received.contentGuid,
            file_name: name,
            mime_type: type,
            file_size: size,
            sha256: received.sha256,
            position: replaced?.position ?? nextPosition(all),
            uploaded_at: nowMs,
            late_ms: judged.lateMs > 0 ? judged.lateMs : null,
            deleted_at: null,
            question_id: questionId,
            outcome: outcomeOf(held, judged),
            typed_at: judged.typedMs === undefined ? null : Math.round(judged.typedMs),
            judged: judged.reason,
            evidence: JSON.stringify(judged.evidence),
            accepted_at: null,
          }
          await received.writeRest(kysely)
          await insertFile(kysely, row)
          return { ok: true as const, value: entryOf(row), isNew: true }
        })
        .catch(async (thrown) => {
          await received.discard()
          throw thrown
        })
      if (!('isNew' in outcome)) await received.discard()
      return outcome
    }
    return (
      (await underWay.within(`${orgId}/${caller.userGuid}`, takeIn)) ??
      refuse('TOO_MANY_REQUESTS', 'As many uploads of this person are under way as may be at once.', { retryAfterSeconds })
    )
  })
}
