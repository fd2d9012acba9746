import { lateRulesOf } from '../../assessment/answers/index.ts'
import { forgetBytes, selectAnnouncedOf, selectFiles } from '../../assessment/files/index.ts'
import type { LoadedExam } from '../../assessment/form-run/index.ts'
import type { AnnouncedFileTable, FormRunTable } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { littleRoom } from '../../site/room.ts'
import { fileLimitsOf } from '../file-limits.ts'
import type { FilesContext } from '../files-context.ts'
import { judgeBytes } from '../judge-announced.ts'
import { refusalOfFull, refusalOfJudged } from '../refused-files.ts'

/** Milliseconds without a byte after which an upload gives its room to another one of its form run. */
const idleMs = 60_000
/** Seconds after which an upload that found no room beside others may be tried again. */
const retryAfterSeconds = 60

/**
 * Room for bytes of unfinished uploads: as much as a form run may have in all, so that nobody fills the disk with uploads that never
 * end. What nothing came of for a while is thrown away for it, the oldest first; it may come again.
 */
const roomBesideOthers = async (
  context: Pick<FilesContext, 'clock' | 'config' | 'database'>,
  file: AnnouncedFileTable,
  othersBytes: number,
) => {
  const { database, clock, config } = context
  const all = await selectAnnouncedOf(database, { orgId: file.org_id, formRunGuid: file.form_run_guid })
  const files = new Set(
    (await selectFiles(database, { orgId: file.org_id, formRunGuid: file.form_run_guid })).map((one) => one.content_guid),
  )
  const others = all
    .filter((one) => one.file_guid !== file.file_guid && one.received > 0 && !files.has(one.content_guid))
    .sort((one, other) => (one.received_at ?? 0) - (other.received_at ?? 0))
  let bytes = othersBytes + file.file_size + others.reduce((sum, { received }) => sum + received, 0)
  for (const one of others) {
    if (bytes <= config.largestFilesBytes) return true
    if (clock.nowMs() - (one.received_at ?? 0) < idleMs) continue
    await database.kysely.transaction().execute((kysely) => forgetBytes(kysely, one))
    bytes -= one.received
  }
  return bytes <= config.largestFilesBytes
}

/** A no to bytes of an announced file, before any of them is kept; undefined if they may come. */
export const refusalOfBytes = async (
  context: Pick<FilesContext, 'clock' | 'config' | 'database'>,
  {
    run,
    loaded,
    announced,
  }: { readonly run: FormRunTable; readonly loaded: LoadedExam; readonly announced: AnnouncedFileTable },
) => {
  const { database, clock, config } = context
  const rules = await lateRulesOf(context, run.org_id)
  const arrival = { questionId: announced.question_id, receivedMs: clock.nowMs(), claim: undefined, announced }
  const hopeless = refusalOfJudged(run, await judgeBytes(database.kysely, run, loaded, arrival, rules))
  if (hopeless) return hopeless
  const files = await selectFiles(database, { orgId: run.org_id, formRunGuid: run.form_run_guid })
  const limits = await fileLimitsOf(context, run.org_id, loaded.exam.settings.uploadFileTypes ?? [])
  const full = refusalOfFull(files, limits, { size: announced.file_size, most: config })
  if (full) return full
  // PostgreSQL has its own disk.
  if (database.dialect === 'sqlite' && (await littleRoom(config)))
    return refuse('CANNOT_SAVE', 'The disk of the server has no room for a file now.', { retryAfterSeconds })
  const standing = files.reduce((sum, { deleted_at, file_size }) => sum + (deleted_at === null ? file_size : 0), 0)
  if (!(await roomBesideOthers(context, announced, standing)))
    return refuse('TOO_MANY_REQUESTS', 'Other uploads of this form run are under way.', { retryAfterSeconds })
  return undefined
}
