import type { officeUndoPeopleImport, PeopleField, ReplyOf } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { PeopleImportRowTable, PersonTable, Schema } from '../../db/schema.ts'
import { selectPerson } from '../../security/people/queries.ts'
import { removePerson } from '../../security/people/remove-person.ts'
import { holdPersonRow, isUsernameTaken, type OwnFields, updatePerson } from '../../security/people/write-person.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { isUsed } from './is-used.ts'
import { type ImportPlace, noteImportUndone, noteRowUndone, selectImportRows } from './queries.ts'
import { columnsOf } from './store-import.ts'

type UndoneRow = ReplyOf<typeof officeUndoPeopleImport>['rows'][number]
type Verdict = Pick<UndoneRow, 'is' | 'why'>

/** Rows of one transaction: answers that are saved meanwhile wait for no more than these. */
const rowsTogether = 100

const kept = (why: NonNullable<UndoneRow['why']>): Verdict => ({ is: 'kept', why })

const fieldsBefore = ({ fields_before }: PeopleImportRowTable): Partial<OwnFields> =>
  columnsOf(JSON.parse(fields_before ?? '{}') as Partial<Record<PeopleField, string>>)

const judge = async (kysely: Kysely<Schema>, row: PeopleImportRowTable, person: PersonTable | undefined): Promise<Verdict> => {
  if (!person) return kept('gone')
  if (row.is_new === 1 && (await isUsed(kysely, person))) return kept('in-use')
  if (person.version !== row.version_after) return kept('changed-since')
  if (row.is_new === 1) return { is: 'removed' }
  const { username } = fieldsBefore(row)
  return username !== undefined && (await isUsernameTaken(kysely, person, username)) ? kept('name-taken') : { is: 'reverted' }
}

const resultOf = ({ row_number }: PeopleImportRowTable, person: PersonTable | undefined, verdict: Verdict): UndoneRow => ({
  row: row_number,
  username: person?.username ?? '',
  name: person ? `${person.first_name} ${person.last_name}`.trim() : '',
  ...verdict,
})

/** What undoing an import would do, row by row. */
export const previewUndo = async (
  { database }: Pick<SecurityContext, 'database'>,
  place: ImportPlace,
): Promise<UndoneRow[]> => {
  const results: UndoneRow[] = []
  for (const row of await selectImportRows(database, place)) {
    const person = await selectPerson(database, row.org_id, row.user_guid)
    results.push(resultOf(row, person, await judge(database.kysely, row, person)))
  }
  return results
}

const deleteMemberships = (transaction: Kysely<Schema>, { org_id, user_guid }: PersonTable) =>
  transaction.deleteFrom('people_group_member').where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()

const undoRow = async (transaction: Kysely<Schema>, place: ImportPlace, row: PeopleImportRowTable, nowMs: number) => {
  const person = await holdPersonRow(transaction, row)
  const verdict = await judge(transaction, row, person)
  if (person && verdict.is === 'removed') {
    await deleteMemberships(transaction, person)
    await removePerson(transaction, person)
  }
  if (person && verdict.is === 'reverted') await updatePerson(transaction, person, fieldsBefore(row))
  if (verdict.is !== 'kept') await noteRowUndone(transaction, place, row.row_number, nowMs)
  return { row, person, verdict }
}

/** Undoes an import, some rows at a time. Whatever is kept stays as it is. */
export const applyUndo = async (
  { database, clock, securityLog }: Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>,
  place: ImportPlace,
  { author, address }: { readonly author: string; readonly address: string },
): Promise<UndoneRow[]> => {
  const { kysely } = database
  const nowMs = clock.nowMs()
  const rows = await selectImportRows(database, place)
  const results: UndoneRow[] = []
  for (let from = 0; from < rows.length; from += rowsTogether) {
    const undone = await kysely.transaction().execute(async (transaction) => {
      const done: Awaited<ReturnType<typeof undoRow>>[] = []
      for (const row of rows.slice(from, from + rowsTogether)) done.push(await undoRow(transaction, place, row, nowMs))
      return done
    })
    for (const { row, person, verdict } of undone) {
      results.push(resultOf(row, person, verdict))
      if (verdict.is === 'kept') continue
      const about = { orgId: place.orgId, userGuid: row.user_guid, author, address }
      const kind = verdict.is === 'removed' ? 'person-removed' : 'person-changed'
      securityLog.note({ kind, ...about, target: { undone: place.importId, row: row.row_number } })
    }
    await securityLog.settled()
  }
  await noteImportUndone(kysely, place, author, nowMs)
  return results
}
