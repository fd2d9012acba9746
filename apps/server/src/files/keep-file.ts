import type { UploadedFile } from '@sitwell/contract'
import type { TypedClaim } from '@sitwell/exam/answers/late-answers'
import type { Kysely } from 'kysely'
import { lateRulesOf } from '../assessment/answers/index.ts'
import {
  entryOf,
  insertFile,
  markRefused,
  nextPosition,
  selectAnnounced,
  selectFile,
  selectFiles,
} from '../assessment/files/index.ts'
import type { LoadedExam } from '../assessment/form-run/index.ts'
import { changeLedger, noteHeard } from '../assessment/ledger/index.ts'
import { markIfCompleted } from '../assessment/marks/index.ts'
import type { FormRunTable, Schema, UploadedFileTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { fileLimitsOf } from './file-limits.ts'
import type { FilesContext } from './files-context.ts'
import { judgeBytes } from './judge-announced.ts'
import { columnsOfJudged, type FileJudgement } from './judge-file.ts'
import { refusalOfFull, refusalOfJudged, wrongHash } from './refused-files.ts'
import type { StoredScan } from './scan/judge-content.ts'

/** A file whose bytes are written, or will be by `writeRest`. */
export interface FileToKeep {
  readonly fileGuid: string
  readonly contentGuid: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly sha256: string
  readonly questionId: string | null
  readonly claim: TypedClaim | undefined
  readonly replaces: string | undefined
  readonly scan: StoredScan
  /** Writes what of its bytes is still to be written, in the transaction that names the file. */
  writeRest?(kysely: Kysely<Schema>): Promise<unknown>
}

const outcomeOf = ({ completed_at }: FormRunTable, { verdict, isInPause }: FileJudgement): UploadedFileTable['outcome'] => {
  if (verdict === 'count') return completed_at === null ? 'applied' : 'late-applied'
  if (verdict === 'review') return 'review'
  return isInPause ? 'in-pause' : 'over-time'
}

const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')

export const madeElsewhere = () => refuse('INVALID_REQUEST', 'This request id has made something else.')

/** A request that came before is answered as it was then, also if its file was deleted since. */
export const repeated = (known: UploadedFileTable, formRunGuid: string) =>
  known.form_run_guid === formRunGuid ? { ok: true as const, value: entryOf(known) } : madeElsewhere()

type StoredFile =
  | { readonly ok: true; readonly value: UploadedFile; readonly isNew?: true }
  | RefusedOutcome<
      'NOT_FOUND' | 'INVALID_REQUEST' | 'WRONG_HASH' | 'PART_CLOSED' | 'READING_TIME' | 'FORM_RUN_COMPLETED' | 'TOO_MANY_FILES'
    >

/**
 * Makes a file of bytes that have come: judged, told in the ledger, and there, or none of that. `isNew` where it wasn't there before;
 * else its bytes are nobody's, and the caller throws them away.
 */
export const keepFile = async (
  context: Pick<FilesContext, 'clock' | 'config' | 'database' | 'exams'>,
  caller: Caller,
  { run, loaded }: { readonly run: FormRunTable; readonly loaded: LoadedExam },
  file: FileToKeep,
): Promise<StoredFile> => {
  const { orgId } = caller
  const place = { orgId, formRunGuid: run.form_run_guid }
  const rules = await lateRulesOf(context, orgId)
  const limits = await fileLimitsOf(context, orgId, loaded.exam.settings.uploadFileTypes ?? [])
  let stored: StoredFile = notFound()
  await changeLedger(context, place, caller, async (state, kysely) => {
    const twin = await selectFile({ kysely }, orgId, file.fileGuid)
    if (twin) {
      stored = repeated(twin, run.form_run_guid)
      return []
    }
    const announced = await selectAnnounced({ kysely }, orgId, file.fileGuid)
    if (announced && announced.sha256 !== file.sha256) {
      stored = wrongHash()
      if (announced.refused_at !== null) return []
      await markRefused(kysely, announced, state.nowMs)
      return [{ kind: 'file', what: 'refused', fileGuid: file.fileGuid, sha256: file.sha256, bytes: file.size }]
    }
    const { nowMs } = state
    const held = await noteHeard(kysely, state.run, nowMs, caller)
    const { claim, questionId } = file
    const judged = await judgeBytes(kysely, held, loaded, { questionId, receivedMs: nowMs, claim, announced }, rules)
    const all = await selectFiles({ kysely }, place)
    const refused = refusalOfJudged(held, judged) ?? refusalOfFull(all, limits, { size: file.size, most: context.config })
    if (refused) {
      stored = refused
      return []
    }
    const row: UploadedFileTable = {
      org_id: orgId,
      file_guid: file.fileGuid,
      form_run_guid: run.form_run_guid,
      content_guid: file.contentGuid,
      file_name: file.name,
      mime_type: file.type,
      file_size: file.size,
      sha256: file.sha256,
      position: all.find(({ file_guid }) => file_guid === file.replaces)?.position ?? nextPosition(all),
      uploaded_at: nowMs,
      late_ms: judged.lateMs > 0 ? judged.lateMs : null,
      deleted_at: null,
      question_id: questionId,
      outcome: outcomeOf(held, judged),
      ...columnsOfJudged(judged),
      accepted_at: null,
      in_ledger: 1,
      ...file.scan,
    }
    await file.writeRest?.(kysely)
    await insertFile(kysely, row)
    // What was uploaded is to be marked: a question that was left blank is it no more, and a mark of what was there before waits.
    await markIfCompleted(kysely, held, loaded, nowMs)
    stored = { ok: true, value: entryOf(row), isNew: true }
    return [{ kind: 'file', what: 'arrived', fileGuid: file.fileGuid, sha256: file.sha256, bytes: file.size }]
  })
  return stored
}
