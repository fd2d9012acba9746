import { randomUUID } from 'node:crypto'
import { announceFile, type ReplyOf } from '@sitwell/contract'
import { createRefuseWithheld, lateRulesOf } from '../assessment/answers/index.ts'
import { insertAnnounced, selectAnnounced, selectAnnouncedOf, selectFile } from '../assessment/files/index.ts'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { changeLedger, noteAdministrator, noteHeard } from '../assessment/ledger/index.ts'
import { noteWithout } from '../assessment/schedules/index.ts'
import type { AnnouncedFileTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { fileLimitsOf, mostFiles } from './file-limits.ts'
import type { FilesContext } from './files-context.ts'
import { finishUpload } from './finish-upload.ts'
import { claimOf, columnsOfJudged, judgeFile, partOfFile } from './judge-file.ts'
import { madeElsewhere, repeated } from './keep-file.ts'
import { refusalOfFile, refusalOfJudged, refusalOfQuestion, storedNames, tooManyFiles } from './refused-files.ts'

type Announced =
  | { readonly ok: true; readonly value: ReplyOf<typeof announceFile> }
  | RefusedOutcome<'INVALID_REQUEST' | 'NOT_FOUND' | 'TOO_MANY_FILES' | 'PART_CLOSED' | 'READING_TIME' | 'FORM_RUN_COMPLETED'>

type Announcement = Pick<AnnouncedFileTable, 'form_run_guid' | 'sha256' | 'file_size'>

/** Whether another file was announced under the same id. */
const isOtherThan = (asked: Announcement) => (known: Announcement) =>
  known.form_run_guid !== asked.form_run_guid || known.sha256 !== asked.sha256 || known.file_size !== asked.file_size

/** All bytes are there: what happened to the file is what happened to its upload. */
const wasReceived = (size: number, stored: Awaited<ReturnType<typeof finishUpload>> | ReturnType<typeof repeated>) =>
  stored.ok ? { ok: true as const, value: { received: size, file: stored.value } } : stored

/** Takes the hash of a file whose bytes are still to come, judged as an answer is; answers how far they are. */
export const announceFileRoute = (context: FilesContext) => {
  const { database, exams, contacts } = context
  const refuseWithheld = createRefuseWithheld(context)
  /** It was announced before: how many of its bytes are here, or what happened to it. */
  const goOn = async (known: AnnouncedFileTable, caller: Caller, sitting: Parameters<typeof finishUpload>[2]) => {
    const { received, file_size: size } = known
    if (received < size) return { ok: true as const, value: { received } }
    return wasReceived(size, await finishUpload(context, caller, sitting, known))
  }

  return route(announceFile, async ({ caller, body, request }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')
    const { orgId } = caller
    const { requestId: fileGuid, sha256, fileSize: size, question: questionId = null } = body
    const run = await ownFormRun(database, caller, body.formRunGUID)
    if (!run) return notFound()
    const { form_run_guid: formRunGuid } = run
    const place = { orgId, formRunGuid }
    await contacts.note(place, caller)
    const there = await selectFile(database, orgId, fileGuid)
    if (there) return wasReceived(there.file_size, repeated(there, formRunGuid))
    const loaded = await exams.load(run)
    if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)

    const isOther = isOtherThan({ form_run_guid: formRunGuid, sha256, file_size: size })
    const known = await selectAnnounced(database, orgId, fileGuid)
    if (known && isOther(known)) return madeElsewhere()
    if (known) return goOn(known, caller, { run, loaded })

    const limits = await fileLimitsOf(context, orgId, loaded.exam.settings.uploadFileTypes ?? [])
    const { name, type } = storedNames(body.fileName, body.mimeType)
    const unfit =
      (await refuseWithheld(run, loaded, partOfFile(loaded, questionId))) ??
      refusalOfQuestion(loaded, questionId) ??
      refusalOfFile({ name, type, size }, limits)
    if (unfit) return unfit
    const rules = await lateRulesOf(context, orgId)
    await noteAdministrator(context, caller, formRunGuid, {
      text: `An administrator announced the file ${name} as the learner`,
      id: `announce-${fileGuid}`,
    })
    await noteWithout(context, { caller, request, run, exam: loaded.exam }, 'A file was taken all the same.')
    const answerOf = (twin: AnnouncedFileTable): Announced =>
      isOther(twin) ? madeElsewhere() : { ok: true, value: { received: twin.received } }
    let outcome: Announced = notFound()
    await changeLedger(context, place, caller, async (state, kysely) => {
      const twin = await selectAnnounced({ kysely }, orgId, fileGuid)
      if (twin) {
        outcome = answerOf(twin)
        return []
      }
      const { nowMs } = state
      const held = await noteHeard(kysely, state.run, nowMs, caller)
      const judged = await judgeFile(kysely, held, loaded, { questionId, receivedMs: nowMs, claim: claimOf(body) }, rules)
      const all = await selectAnnouncedOf({ kysely }, place)
      const refused = all.length >= mostFiles ? tooManyFiles() : refusalOfJudged(held, judged)
      if (refused) {
        outcome = refused
        return []
      }
      await insertAnnounced(kysely, {
        org_id: orgId,
        file_guid: fileGuid,
        form_run_guid: formRunGuid,
        content_guid: randomUUID(),
        file_name: name,
        mime_type: type,
        file_size: size,
        sha256,
        question_id: questionId,
        replaces: body.replaces ?? null,
        announced_at: nowMs,
        verdict: judged.verdict,
        in_pause: judged.isInPause ? 1 : 0,
        ...columnsOfJudged(judged),
        received: 0,
        chunks: 0,
        received_at: null,
        refused_at: null,
      })
      outcome = { ok: true, value: { received: 0 } }
      return [{ kind: 'file', what: 'announced', fileGuid, sha256, bytes: size }]
    })
    return outcome
  })
}
