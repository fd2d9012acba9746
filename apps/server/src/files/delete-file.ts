import { randomUUID } from 'node:crypto'
import { deleteFile } from '@sitwell/contract'
import { lateRulesOf } from '../assessment/answers/judge-arrival.ts'
import { ownFormRun } from '../assessment/form-runs/own-form-run.ts'
import { noteHeard } from '../assessment/ledger/contact.ts'
import { changeLedger } from '../assessment/ledger/time-ledger.ts'
import { noteAdministrator } from '../assessment/schedules/note-administrator.ts'
import type { FormRunTable } from '../db/schema.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route, type ServiceContext } from '../http/service.ts'
import { forgetBytes, selectAnnounced } from './announced-queries.ts'
import { mostFiles } from './file-limits.ts'
import { claimOf, type FileJudgement, judgeFile } from './judge-file.ts'
import { ownFile } from './own-file.ts'
import { deleteContent, insertFile, markDeleted, nextPosition, selectFile, selectFiles } from './queries.ts'

/** A no to a deletion that doesn't count: the file stays as it is. */
const refusalOfJudged = ({ completed_at }: FormRunTable, { bar, verdict, isInPause }: FileJudgement) => {
  if (bar === 'closed') return refuse('PART_CLOSED', 'The part that the file belongs to was closed before.')
  if (bar === 'reading') return refuse('READING_TIME', 'The part that the file belongs to is to be read only.')
  if (verdict === 'count') return undefined
  if (isInPause && completed_at === null) return refuse('EXAM_PAUSED', 'The exam is paused; the files stay as they are.')
  return completed_at === null
    ? refuse('TIME_OVER', 'The time was over before; the files stay as they are.')
    : refuse('FORM_RUN_COMPLETED', 'The form run was completed before; its files stay as they are.')
}

type Deleted =
  | { readonly ok: true; readonly value: Record<string, never> }
  | RefusedOutcome<'NOT_FOUND'>
  | NonNullable<ReturnType<typeof refusalOfJudged>>

/**
 * Deletes a file's bytes; that it was there stays in its row. One that has not come yet gets such a row too, where the caller names
 * its form run: its upload may still be on the way, and finds itself deleted.
 */
export const deleteFileRoute = (context: ServiceContext) => {
  const { database, exams, contacts } = context
  return route(deleteFile, async ({ caller, params: { fileGuid }, query: { formRunGUID, ...chosen } }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such file for this person.')
    const formRunGuid = (await ownFile(database, caller, fileGuid))?.form_run_guid ?? formRunGUID
    if (formRunGuid === undefined) return notFound()
    const { orgId } = caller
    const own = await ownFormRun(database, caller, formRunGuid)
    if (!own) return notFound()
    await contacts.note({ orgId, formRunGuid })
    await noteAdministrator(context, caller, formRunGuid, {
      text: `An administrator deleted the file ${fileGuid} as the learner`,
      id: `delete-${fileGuid}`,
    })
    const loaded = await exams.load(own)
    if (!loaded) throw new Error(`The exam ${own.exam_guid} of a form run is not there.`)
    const rules = await lateRulesOf(context, orgId)
    let outcome: Deleted = notFound()
    await changeLedger(context, { orgId, formRunGuid }, caller, async (state, kysely) => {
      const { nowMs } = state
      const run = await noteHeard(kysely, state.run, nowMs)
      const file = await selectFile({ kysely }, orgId, fileGuid)
      const announced = await selectAnnounced({ kysely }, orgId, fileGuid)
      // Somebody else's.
      if ((file ?? announced ?? { form_run_guid: formRunGuid }).form_run_guid !== formRunGuid) return []
      const questionId = file?.question_id ?? announced?.question_id ?? null
      const arrival = { questionId, receivedMs: nowMs, claim: claimOf(chosen) }
      const refused = refusalOfJudged(run, await judgeFile(kysely, run, loaded, arrival, rules))
      if (file?.deleted_at === null && refused) {
        outcome = refused
        return []
      }
      if (file) {
        outcome = { ok: true, value: {} }
        if (file.deleted_at !== null) return []
        await markDeleted(kysely, file, nowMs)
        await deleteContent(kysely, file)
        return [{ kind: 'file', what: 'deleted', fileGuid, sha256: file.sha256, bytes: file.file_size }]
      }
      const all = await selectFiles({ kysely }, { orgId, formRunGuid })
      // No upload is taken any more, which would have to be told.
      if (refused || all.length >= mostFiles) return []
      if (announced) await forgetBytes(kysely, announced)
      await insertFile(kysely, {
        org_id: orgId,
        file_guid: fileGuid,
        form_run_guid: formRunGuid,
        content_guid: randomUUID(),
        file_name: '',
        mime_type: 'application/octet-stream',
        file_size: 0,
        sha256: '',
        position: nextPosition(all),
        uploaded_at: nowMs,
        late_ms: null,
        deleted_at: nowMs,
        question_id: null,
        outcome: 'applied',
        typed_at: null,
        judged: null,
        evidence: null,
        accepted_at: null,
        in_ledger: 0,
        scan: null,
        scan_note: null,
        scanned_at: null,
      })
      outcome = { ok: true, value: {} }
      return announced
        ? [{ kind: 'file', what: 'deleted', fileGuid, sha256: announced.sha256, bytes: announced.file_size }]
        : []
    })
    return outcome
  })
}
