import { randomUUID } from 'node:crypto'
import { announceFile, type ReplyOf } from '@sitwell/contract'
import { lateRulesOf } from '../assessment/answers/judge-arrival.ts'
import { ownFormRun } from '../assessment/form-runs/own-form-run.ts'
import { noteHeard } from '../assessment/ledger/contact.ts'
import { changeLedger } from '../assessment/ledger/time-ledger.ts'
import { noteWithout } from '../assessment/schedules/may-start.ts'
import { noteAdministrator } from '../assessment/schedules/note-administrator.ts'
import type { AnnouncedFileTable } from '../db/schema.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route, type ServiceContext } from '../http/service.ts'
import { insertAnnounced, selectAnnounced, selectAnnouncedOf } from './announced-queries.ts'
import { fileLimitsOf, mostFiles } from './file-limits.ts'
import { finishUpload } from './finish-upload.ts'
import { claimOf, judgeFile, takesFiles } from './judge-file.ts'
import { madeElsewhere, repeated } from './keep-file.ts'
import { selectFile } from './queries.ts'
import { keptNames, refusalOfFile, refusalOfJudged } from './refused-files.ts'

type Announced =
  | { readonly ok: true; readonly value: ReplyOf<typeof announceFile> }
  | RefusedOutcome<'INVALID_REQUEST' | 'NOT_FOUND' | 'TOO_MANY_FILES' | 'PART_CLOSED' | 'READING_TIME' | 'FORM_RUN_COMPLETED'>

/** Takes the hash of a file whose bytes are still to come, judged as an answer is; answers how far they are. */
export const announceFileRoute = (context: ServiceContext) => {
  const { database, exams, contacts } = context
  return route(announceFile, async ({ caller, body, request }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')
    const { orgId } = caller
    const { requestId: fileGuid, sha256, fileSize: size, question: questionId = null } = body
    const run = await ownFormRun(database, caller, body.formRunGUID)
    if (!run) return notFound()
    const { form_run_guid: formRunGuid } = run
    const place = { orgId, formRunGuid }
    await contacts.note(place)
    const there = await selectFile(database, orgId, fileGuid)
    if (there) {
      const answer = repeated(there, formRunGuid)
      return answer.ok ? { ok: true, value: { received: there.file_size, file: answer.value } } : answer
    }
    const loaded = await exams.load(run)
    if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)

    const isOther = (known: AnnouncedFileTable) =>
      known.form_run_guid !== formRunGuid || known.sha256 !== sha256 || known.file_size !== size
    const known = await selectAnnounced(database, orgId, fileGuid)
    if (known && isOther(known)) return madeElsewhere()
    if (known && known.received < size) return { ok: true, value: { received: known.received } }
    if (known) {
      const finished = await finishUpload(context, caller, { run, loaded }, known)
      return finished.ok ? { ok: true, value: { received: size, file: finished.value } } : finished
    }

    if (questionId !== null && !takesFiles(loaded, questionId))
      return refuse('INVALID_REQUEST', 'No file is asked for there.', {
        details: [{ path: 'body.question', message: 'no question of this exam that takes files' }],
      })
    const limits = await fileLimitsOf(context, orgId, loaded.exam.settings.uploadFileTypes ?? [])
    const { name, type } = keptNames(body.fileName, body.mimeType)
    const unfit = refusalOfFile({ name, type, size }, limits)
    if (unfit) return unfit
    const rules = await lateRulesOf(context, orgId)
    await noteAdministrator(context, caller, formRunGuid, {
      text: `An administrator announced the file ${name} as the learner`,
      id: `announce-${fileGuid}`,
    })
    await noteWithout(context, { caller, request, run, exam: loaded.exam }, 'A file was taken all the same.')
    let outcome: Announced = notFound()
    await changeLedger(context, place, caller, async (state, kysely) => {
      const twin = await selectAnnounced({ kysely }, orgId, fileGuid)
      if (twin) {
        outcome = isOther(twin) ? madeElsewhere() : { ok: true, value: { received: twin.received } }
        return []
      }
      const { nowMs } = state
      const held = await noteHeard(kysely, state.run, nowMs)
      const judged = await judgeFile(kysely, held, loaded, { questionId, receivedMs: nowMs, claim: claimOf(body) }, rules)
      const isTooMuch = (await selectAnnouncedOf({ kysely }, place)).length >= mostFiles
      const refused = isTooMuch
        ? refuse('TOO_MANY_FILES', 'The form run has as many files as it may have.')
        : refusalOfJudged(held, judged)
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
        judged: judged.reason,
        typed_at: judged.typedMs === undefined ? null : Math.round(judged.typedMs),
        in_pause: judged.isInPause ? 1 : 0,
        evidence: JSON.stringify(judged.evidence),
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
