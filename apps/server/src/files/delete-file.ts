import { randomUUID } from 'node:crypto'
import { deleteFile } from '@sitwell/contract'
import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import type { Kysely } from 'kysely'
import { lateRulesOf } from '../assessment/answers/index.ts'
import {
  deleteContent,
  forgetBytes,
  insertFile,
  markDeleted,
  nextPosition,
  selectAnnounced,
  selectFile,
  selectFiles,
} from '../assessment/files/index.ts'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { changeLedger, noteAdministrator, noteHeard } from '../assessment/ledger/index.ts'
import { markIfCompleted } from '../assessment/marks/index.ts'
import type { AnnouncedFileTable, FormRunTable, Schema, UploadedFileTable } from '../db/schema.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { mostFiles } from './file-limits.ts'
import type { FilesContext } from './files-context.ts'
import { claimOf, type FileJudgement, judgeFile } from './judge-file.ts'
import { ownFile } from './own-file.ts'

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

const deleteStored = async (kysely: Kysely<Schema>, file: UploadedFileTable, nowMs: number): Promise<NewEvent[]> => {
  await markDeleted(kysely, file, nowMs)
  await deleteContent(kysely, file)
  return [deletedEvent(file)]
}

const deletedEvent = ({ file_guid, sha256, file_size }: Pick<UploadedFileTable, 'file_guid' | 'sha256' | 'file_size'>) =>
  ({ kind: 'file', what: 'deleted', fileGuid: file_guid, sha256, bytes: file_size }) as const

/** Writes the row of one that has not come yet. */
const deleteAhead = async (
  kysely: Kysely<Schema>,
  of: { readonly orgId: number; readonly formRunGuid: string; readonly fileGuid: string; readonly position: number },
  announced: AnnouncedFileTable | undefined,
  nowMs: number,
): Promise<NewEvent[]> => {
  if (announced) await forgetBytes(kysely, announced)
  await insertFile(kysely, {
    org_id: of.orgId,
    file_guid: of.fileGuid,
    form_run_guid: of.formRunGuid,
    content_guid: randomUUID(),
    file_name: '',
    mime_type: 'application/octet-stream',
    file_size: 0,
    sha256: '',
    position: of.position,
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
  return announced ? [deletedEvent(announced)] : []
}

interface Done {
  /** Undefined if there is no such file for this person. */
  readonly outcome?: Deleted
  readonly events: readonly NewEvent[]
}

/** Deletes a file of a form run whose ledger is held, unless `judge` says no. */
const deleteOf = async (
  kysely: Kysely<Schema>,
  of: { readonly orgId: number; readonly formRunGuid: string; readonly fileGuid: string },
  nowMs: number,
  judge: (questionId: string | null) => Promise<ReturnType<typeof refusalOfJudged>>,
): Promise<Done> => {
  const file = await selectFile({ kysely }, of.orgId, of.fileGuid)
  const announced = await selectAnnounced({ kysely }, of.orgId, of.fileGuid)
  const known = file ?? announced
  // Somebody else's.
  if (known && known.form_run_guid !== of.formRunGuid) return { events: [] }
  const refused = await judge(known?.question_id ?? null)
  const outcome: Deleted = { ok: true, value: {} }
  if (file && file.deleted_at !== null) return { outcome, events: [] }
  if (file && refused) return { outcome: refused, events: [] }
  if (file) return { outcome, events: await deleteStored(kysely, file, nowMs) }
  const all = await selectFiles({ kysely }, of)
  // No upload is taken any more, which would have to be told.
  if (refused || all.length >= mostFiles) return { events: [] }
  return { outcome, events: await deleteAhead(kysely, { ...of, position: nextPosition(all) }, announced, nowMs) }
}

/**
 * Deletes a file's bytes; that it was there stays in its row. One that has not come yet gets such a row too, where the caller names
 * its form run: its upload may still be on the way, and finds itself deleted.
 */
export const deleteFileRoute = (context: FilesContext) => {
  const { database, exams, contacts } = context
  return route(deleteFile, async ({ caller, params: { fileGuid }, query: { formRunGUID, ...chosen } }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such file for this person.')
    const formRunGuid = (await ownFile(database, caller, fileGuid))?.form_run_guid ?? formRunGUID
    if (formRunGuid === undefined) return notFound()
    const { orgId } = caller
    const own = await ownFormRun(database, caller, formRunGuid)
    if (!own) return notFound()
    await contacts.note({ orgId, formRunGuid }, caller)
    await noteAdministrator(context, caller, formRunGuid, {
      text: `An administrator deleted the file ${fileGuid} as the learner`,
      id: `delete-${fileGuid}`,
    })
    const loaded = await exams.load(own)
    if (!loaded) throw new Error(`The exam ${own.exam_guid} of a form run is not there.`)
    const rules = await lateRulesOf(context, orgId)
    const judge = async (kysely: Kysely<Schema>, run: FormRunTable, questionId: string | null, receivedMs: number) =>
      refusalOfJudged(run, await judgeFile(kysely, run, loaded, { questionId, receivedMs, claim: claimOf(chosen) }, rules))
    let outcome: Deleted = notFound()
    await changeLedger(context, { orgId, formRunGuid }, caller, async (state, kysely) => {
      const run = await noteHeard(kysely, state.run, state.nowMs, caller)
      const done = await deleteOf(kysely, { orgId, formRunGuid, fileGuid }, state.nowMs, (questionId) =>
        judge(kysely, run, questionId, state.nowMs),
      )
      if (done.events.length > 0) await markIfCompleted(kysely, run, loaded, state.nowMs)
      outcome = done.outcome ?? notFound()
      return done.events
    })
    return outcome
  })
}
