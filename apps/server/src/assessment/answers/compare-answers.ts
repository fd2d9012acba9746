import { compareAnswers } from '@sitwell/contract'
import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { createPageWitness } from '../../generation/page-witness.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { selectFormRun } from '../form-run/index.ts'
import { noteAdministrator, openedByAdministrator } from '../ledger/index.ts'
import { lackingAnswers } from './lacking-answers.ts'
import { reserveSequences } from './reserve-sequences.ts'

/** Files of a form run that were acknowledged and aren't there (one that was deleted is), and those that were deleted and are. */
const compareFiles = async (
  { kysely }: Database,
  { org_id, form_run_guid }: FormRunTable,
  { files, deleted }: { readonly files: readonly string[]; readonly deleted: readonly string[] },
): Promise<{ readonly lacking: string[]; readonly undeleted: string[] }> => {
  if (files.length + deleted.length === 0) return { lacking: [], undeleted: [] }
  const rows = await kysely
    .selectFrom('uploaded_file')
    .select(['file_guid', 'deleted_at'])
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .execute()
  const there = new Set(rows.map((row) => row.file_guid))
  const standing = new Set(rows.flatMap((row) => (row.deleted_at === null ? [row.file_guid] : [])))
  return { lacking: files.filter((file) => !there.has(file)), undeleted: deleted.filter((file) => standing.has(file)) }
}

/** Tells a browser what of its own the server lacks. A lie is answered by a demand for the liar's own answers, and changes nothing. */
export const compareAnswersRoute = (context: AssessmentContext) => {
  const witness = createPageWitness(context)
  return route(compareAnswers, async ({ caller, body }) => {
    const { database, log } = context
    const run = await selectFormRun(database, caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    await noteAdministrator(context, caller, run.form_run_guid, openedByAdministrator(caller))
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    witness.hear(place, body, run.saves, { isMore: false })
    const lacking = await lackingAnswers(database, run, body.answers)
    const files = await compareFiles(database, run, { files: body.files, deleted: body.deletedFiles ?? [] })
    if (lacking.length + files.lacking.length + files.undeleted.length > 0)
      log.warn(
        {
          event: 'browser-holds-more',
          formRunGuid: run.form_run_guid,
          answers: lacking.length,
          files: files.lacking.length,
          deletions: files.undeleted.length,
        },
        'a browser holds more of a form run than the database, and sends it again',
      )
    const reserved = await reserveSequences(context, run, caller)
    return {
      ok: true,
      value: {
        lacking: lacking.map(({ sequence }) => sequence),
        lackingFiles: files.lacking,
        ...(files.undeleted.length > 0 && { undeletedFiles: files.undeleted }),
        lastSequence: Math.max(reserved, body.lastSequence ?? 0),
        completed: run.completed_at !== null,
        saves: run.saves,
        savesSeal: witness.sealOf(place, run.saves),
      },
    }
  })
}
