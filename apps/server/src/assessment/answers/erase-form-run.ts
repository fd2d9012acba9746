import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { forgetFiles } from '../files/index.ts'
import { contentOf, lockFormRun, type RunPlace } from '../form-run/index.ts'
import { eraseNotes } from '../ledger/index.ts'
import { eraseEntries, forgetFilesOfRows, removeErased } from '../marks/index.ts'

/** What of a form run is to go. Its ledger stays in any case: times, who did what, and the hashes of it all. */
export interface Gone {
  readonly answers: boolean
  readonly files: boolean
  readonly activity: boolean
  readonly marks: boolean
}

const rowsOfStatement = 100

/**
 * Of each save a hash of its content and its place in the chain stay, so that the chain can be checked for good. The hash is over the
 * save's request id too, which is chance and goes with the save: nobody finds an answer again by trying them all.
 */
const eraseSaves = async (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace) => {
  const saves = await kysely
    .selectFrom('answer_event')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .execute()
  const erased = saves.flatMap((save) =>
    save.number === null || save.link === null
      ? []
      : [
          {
            org_id: orgId,
            form_run_guid: formRunGuid,
            number: save.number,
            sequence: save.sequence,
            content_hash: contentOf(save),
            link: save.link,
          },
        ],
  )
  for (let from = 0; from < erased.length; from += rowsOfStatement)
    await kysely
      .insertInto('erased_save')
      .values(erased.slice(from, from + rowsOfStatement))
      .execute()
}

/** Takes away what a completed form run holds of its learner, in the caller's transaction. */
export const eraseFormRun = async (kysely: Kysely<Schema>, place: RunPlace, gone: Gone, nowMs: number): Promise<void> => {
  await lockFormRun(kysely, place)
  const empty = (table: 'answer' | 'answer_event' | 'activity' | 'mark') =>
    kysely.deleteFrom(table).where('org_id', '=', place.orgId).where('form_run_guid', '=', place.formRunGuid).execute()
  if (gone.answers) {
    await eraseSaves(kysely, place)
    await empty('answer_event')
    await empty('answer')
    await kysely
      .updateTable('form_run')
      .set({ public_user_name: null })
      .where('org_id', '=', place.orgId)
      .where('form_run_guid', '=', place.formRunGuid)
      .execute()
  }
  // Without this word a check of the evidence would call the answers, or the files, lost.
  if (gone.answers || gone.files)
    await kysely
      .insertInto('erased_form_run')
      .values({ org_id: place.orgId, form_run_guid: place.formRunGuid, erased_at: nowMs })
      .onConflict((conflict) => conflict.columns(['org_id', 'form_run_guid']).doNothing())
      .execute()
  if (gone.activity) await empty('activity')
  if (gone.marks) {
    await empty('mark')
    await eraseEntries(kysely, place)
    await eraseNotes(kysely, place)
  }
  await removeErased(kysely, place, gone)
  if (gone.files) {
    await forgetFiles(kysely, place)
    await forgetFilesOfRows(kysely, place)
  }
}
