import { randomUUID } from 'node:crypto'
import type { PeopleField, PeopleTotals } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import { nextNumber } from '../../db/next-number.ts'
import type { PersonTable, Schema } from '../../db/schema.ts'
import { argon2id } from '../../passwords.ts'
import { selectStaffOf } from '../../roles/queries.ts'
import { holdPeopleRows, insertPeople, type OwnFields, updatePeople } from '../../security/people/write-person.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import type { PlannedRow } from './plan.ts'
import { completeImport, insertImport, insertImportRows } from './queries.ts'

/** Rows of one transaction: answers that are saved meanwhile wait for no more than these. */
const rowsTogether = 100

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

interface Import {
  readonly orgId: number
  /** Guid of the person who imports. */
  readonly author: string
  readonly address: string
  readonly fileName: string
  readonly planHash: string
  readonly totals: PeopleTotals
}

const columnOf = {
  username: 'username',
  firstName: 'first_name',
  lastName: 'last_name',
  identifier: 'learner_identifier',
  email: 'email',
  phone: 'phone',
  dateOfBirth: 'date_of_birth',
} as const satisfies Readonly<Record<PeopleField, keyof OwnFields>>

/** Columns of a person for fields of a file; what holds nothing is null, except for the names. */
export const columnsOf = (values: Readonly<Partial<Record<PeopleField, string>>>): Partial<OwnFields> =>
  Object.fromEntries(
    (Object.keys(values) as PeopleField[]).map((field) => {
      const value = values[field] ?? ''
      const isText = field === 'username' || field === 'firstName' || field === 'lastName'
      return [columnOf[field], value === '' && !isText ? null : value]
    }),
  )

const emptyPerson: OwnFields = {
  ...{ username: '', first_name: '', last_name: '', email: null, learner_identifier: null, date_of_birth: null },
  ...{ phone: null, language_id: 1, suspended: 0 },
}

interface Stored {
  readonly row: PlannedRow
  readonly person: Pick<PersonTable, 'user_guid' | 'version'>
}

const addNew = async (transaction: Kysely<Schema>, orgId: number, passwordHash: string, rows: readonly PlannedRow[]) => {
  const people = rows.map(({ values }) => ({ ...emptyPerson, ...columnsOf(values), user_guid: randomUUID(), passwordHash }))
  const added = new Map((await insertPeople(transaction, orgId, people)).map((one) => [one.user_guid, one]))
  return rows.flatMap((row, at): Stored[] => {
    const person = added.get(people[at]?.user_guid ?? '')
    return person ? [{ row, person }] : []
  })
}

/** Changes people, except for those whom somebody else changed, or gave a role, since the plan was made. */
const changeKnown = async (transaction: Kysely<Schema>, orgId: number, rows: readonly PlannedRow[], nowMs: number) => {
  const byGuid = new Map(rows.flatMap((row) => (row.person ? [[row.person.userGuid, row] as const] : [])))
  if (byGuid.size === 0) return []
  const held = await holdPeopleRows(transaction, orgId, [...byGuid.keys()])
  const staff = new Set(await selectStaffOf(transaction, orgId, [...byGuid.keys()], nowMs))
  const changes = held.flatMap((person) => {
    const row = byGuid.get(person.user_guid)
    const isAsPlanned = row?.person?.version === person.version && !staff.has(person.user_guid)
    return row && isAsPlanned ? [{ person, changes: columnsOf(row.values) }] : []
  })
  return (await updatePeople(transaction, changes)).flatMap((person): Stored[] => {
    const row = byGuid.get(person.user_guid)
    return row ? [{ row, person }] : []
  })
}

const fieldsBefore = ({ is, changes }: PlannedRow) =>
  is === 'new' ? null : JSON.stringify(Object.fromEntries(changes.map(({ field, from }) => [field, from])))

/**
 * Stores what a plan adds and changes, some rows at a time. Returns the id of the import and the rows that could not be stored because somebody
 * changed the person, or took the user name, since the plan was made.
 */
export const storeImport = async (
  { database: { kysely }, clock, securityLog }: Context,
  { orgId, author, address, fileName, planHash, totals }: Import,
  planned: readonly PlannedRow[],
): Promise<{ readonly importId: string; readonly skipped: readonly PlannedRow[] }> => {
  const importId = randomUUID()
  const nowMs = clock.nowMs()
  // Nobody knows the password: people get in by an invitation, or by their own password.
  const passwordHash = await argon2id.hash(randomUUID())
  await insertImport(kysely, { orgId, importId, author, fileName, planHash, totals, nowMs })
  const storing = planned.filter(({ is }) => is === 'new' || is === 'changed')
  const skipped: PlannedRow[] = []
  for (let from = 0; from < storing.length; from += rowsTogether) {
    const some = storing.slice(from, from + rowsTogether)
    const stored = await kysely.transaction().execute(async (transaction) => {
      // One import at a time holds people, and people are held before usernames, as wherever one person is changed: nobody waits for each other.
      await nextNumber(transaction, orgId, 'people-imports', 0)
      const only = (is: PlannedRow['is']) => some.filter((row) => row.is === is)
      const done = [
        ...(await changeKnown(transaction, orgId, only('changed'), nowMs)),
        ...(await addNew(transaction, orgId, passwordHash, only('new'))),
      ]
      await insertImportRows(
        transaction,
        { orgId, importId },
        done.map(({ row, person }) => ({
          ...{ row_number: row.row, user_guid: person.user_guid, is_new: row.is === 'new' ? 1 : 0 },
          ...{ fields_before: fieldsBefore(row), version_after: person.version },
        })),
      )
      return done
    })
    const rows = new Set(stored.map(({ row }) => row))
    skipped.push(...some.filter((row) => !rows.has(row)))
    for (const { row, person } of stored)
      securityLog.note({
        kind: row.is === 'new' ? 'person-added' : 'person-changed',
        ...{ orgId, userGuid: person.user_guid, author, address, target: { import: importId, row: row.row } },
      })
    await securityLog.settled()
  }
  const lacking = (is: 'new' | 'changed') => skipped.filter((row) => row.is === is).length
  const done = {
    ...{ new: totals.new - lacking('new'), changed: totals.changed - lacking('changed') },
    ...{ unchanged: totals.unchanged, refused: totals.refused + skipped.length },
  }
  await completeImport(kysely, { orgId, importId }, done, clock.nowMs())
  return { importId, skipped }
}
