import type { EvidenceNote, SittingEvidence } from '@sitwell/contract'
import { heldFiles } from '../assessment/files/index.ts'
import type { LedgerContext } from '../assessment/ledger/index.ts'
import { loadedOf, readLedger, selectNotes } from '../assessment/ledger/index.ts'
import { releasedBy } from '../assessment/marks/index.ts'
import { shownEvents } from '../dashboard/dash-events.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import { namesOf } from '../office/people/names-of.ts'
import { readQuestions } from './read-questions.ts'
import { readResult } from './read-result.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Who did something, by name; undefined for a caller who may not know, or if nobody is known by it. */
export type NameOf = (author: string) => string | undefined

/** Names of the authors of all that is kept of a sitting, for a caller who may see who of the staff does what. */
export const namesIn = async (database: Database, run: FormRunTable, mayName: boolean): Promise<NameOf> => {
  if (!mayName) return () => undefined
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  const [entries, notes] = [
    await database.kysely
      .selectFrom('mark_entry')
      .select('author')
      .distinct()
      .where('org_id', '=', place.orgId)
      .where('form_run_guid', '=', place.formRunGuid)
      .execute(),
    await selectNotes(database, place),
  ]
  return namesOf(database, run.org_id, [...new Set([...entries, ...notes].map(({ author }) => author))])
}

export const shownNotes = async (database: Database, run: FormRunTable, nameOf: NameOf): Promise<EvidenceNote[]> =>
  (await selectNotes(database, { orgId: run.org_id, formRunGuid: run.form_run_guid })).map((row) => {
    const by = nameOf(row.author)
    return {
      ...{ note: row.number, at: iso(row.at) },
      ...(by !== undefined && { by }),
      ...(row.text !== null && { text: row.text }),
    }
  })

/** What the learner is shown of the result now. */
const readLearnerSees = async (
  context: LedgerContext,
  run: FormRunTable,
  deliveryId: string,
): Promise<SittingEvidence['learnerSees']> => {
  const { database } = context
  const { exam } = await loadedOf(context, run)
  const released = run.completed_at === null ? 'closed' : await releasedBy(database, run, exam)
  if (released === 'closed') return { is: 'nothing' }
  if (released === 'open') return { is: 'marks', ...(run.marks_told_at !== null && { seenAt: iso(run.marks_told_at) }) }
  const seen = await database.kysely
    .selectFrom('result_seen')
    .select('seen_at')
    .where('org_id', '=', run.org_id)
    .where('delivery_id', '=', deliveryId)
    .where('set_number', '=', released.set_number)
    .where('user_guid', '=', run.user_guid)
    .executeTakeFirst()
  return { is: 'set', set: released.set_number, ...(seen && { seenAt: iso(seen.seen_at) }) }
}

/** What a sitting that was handed in comes to, and what each question adds to it. */
const readMarks = async (
  context: LedgerContext,
  run: FormRunTable,
  deliveryId: string,
  nameOf: NameOf,
): Promise<SittingEvidence['marks']> => {
  const result = await readResult(context, run, deliveryId)
  if (!result) return undefined
  const { decided, ...figures } = result
  return {
    ...figures,
    questions: await readQuestions(context.database, run, await loadedOf(context, run, 'content'), { nameOf, decided }),
  }
}

/** All that is kept of a sitting, in short. Marks only if the caller may read them: the release doesn't keep them from staff. */
export const readSitting = async (
  context: LedgerContext,
  run: FormRunTable,
  { deliveryId, showsMarks, nameOf }: { readonly deliveryId: string; readonly showsMarks: boolean; readonly nameOf: NameOf },
): Promise<SittingEvidence> => {
  const { database } = context
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  const marks = showsMarks && run.completed_at !== null ? await readMarks(context, run, deliveryId, nameOf) : undefined
  const { events } = await readLedger(context, run)
  const files = await heldFiles(database, place)
  return {
    ...{ formRunGuid: run.form_run_guid, startedAt: iso(run.started_at), examVersion: run.version },
    ...(run.completed_at !== null && { completedAt: iso(run.completed_at) }),
    ...(marks && { marks }),
    learnerSees: await readLearnerSees(context, run, deliveryId),
    events: shownEvents(events),
    files: files.map(({ row }) => ({
      ...{ name: row.file_name, bytes: row.file_size, sha256: row.sha256, at: iso(row.uploaded_at) },
      ...(row.deleted_at !== null && { deletedAt: iso(row.deleted_at) }),
    })),
    notes: await shownNotes(database, run, nameOf),
  }
}
