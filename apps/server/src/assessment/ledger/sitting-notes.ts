import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Schema, SittingNoteTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'
import type { RunPlace } from '../form-run/index.ts'
import { changeLedger, type LedgerContext } from './time-ledger.ts'

/** What the ledger of the sitting has of a note: a hash over its text, with chance, so that nobody finds the text of a short one by trying. */
export const hashOfNote = (salt: string, text: string): string => sha256(JSON.stringify([salt, text]))

/** The notes for the file of a sitting, the oldest first. */
export const selectNotes = (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, formRunGuid }: RunPlace,
): Promise<SittingNoteTable[]> =>
  kysely
    .selectFrom('sitting_note')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .orderBy('number')
    .execute()

/** Writes a note for the file, and its hash into the ledger, in one transaction. The same `requestId` again writes nothing. */
export const addNote = async (
  context: LedgerContext,
  place: RunPlace,
  { author, requestId, text }: { readonly author: string; readonly requestId: string; readonly text: string },
): Promise<void> => {
  await changeLedger(
    context,
    place,
    author,
    async ({ nowMs }, kysely) => {
      const held = await selectNotes({ kysely }, place)
      if (held.some(({ request_id }) => request_id === requestId)) return []
      const number = (held.at(-1)?.number ?? 0) + 1
      const salt = randomBytes(16).toString('hex')
      const hash = hashOfNote(salt, text)
      const key = { org_id: place.orgId, form_run_guid: place.formRunGuid, number }
      await kysely
        .insertInto('sitting_note')
        .values({ ...key, at: nowMs, author, text, salt, text_hash: hash, request_id: requestId })
        .execute()
      return [{ kind: 'note', note: number, hash }]
    },
    requestId,
  )
}

/** Takes the texts of the notes away. That they were written, when and by whom, and their hashes stay. */
export const eraseNotes = (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace) =>
  kysely
    .updateTable('sitting_note')
    .set({ text: null, salt: null })
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .execute()
