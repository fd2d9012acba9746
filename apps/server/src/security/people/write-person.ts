import type { Kysely } from 'kysely'
import { nextNumber } from '../../db/next-number.ts'
import { personColumns } from '../../db/plain-columns.ts'
import type { PersonTable, Schema } from '../../db/schema.ts'
import { searchNameOf } from '../../search-name.ts'
import { signInName } from '../../sign-in-name.ts'
import { deletePersonalTokensOf } from '../../tokens/personal-token-queries.ts'

type Place = Pick<PersonTable, 'org_id' | 'user_guid'>

/** What staff may change of a person. */
export type OwnFields = Pick<
  PersonTable,
  | 'username'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'learner_identifier'
  | 'date_of_birth'
  | 'phone'
  | 'language_id'
  | 'suspended'
>

/** Numbers of people who are added in the office are above this one, so that an organisation file that comes later has its own numbers free. */
const addedFrom = 1_000_000

/** Until the transaction ends, nobody else adds a person to the organisation or changes a username in it. */
const holdUsernames = (transaction: Kysely<Schema>, orgId: number) => nextNumber(transaction, orgId, 'people', 0)

/** Whether somebody else of the organisation signs in by a name. It holds until the transaction ends if usernames are held. */
export const isUsernameTaken = async (
  kysely: Kysely<Schema>,
  { org_id, user_guid }: Place,
  username: string,
): Promise<boolean> => {
  const row = await kysely
    .selectFrom('person')
    .select('user_guid')
    .where('org_id', '=', org_id)
    .where('sign_in_name', '=', signInName(username))
    .where('user_guid', '<>', user_guid)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const nextUserId = async (transaction: Kysely<Schema>, orgId: number): Promise<number> => {
  const last = await transaction
    .selectFrom('person')
    .select((of) => of.fn.max('user_id').as('user_id'))
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return Math.max(addedFrom, last?.user_id ?? 0) + 1
}

/** A person who is to be added without roles. */
export type NewPerson = OwnFields & { readonly user_guid: string; readonly passwordHash: string }

const takenNames = async (transaction: Kysely<Schema>, orgId: number, people: readonly NewPerson[]) => {
  const rows = await transaction
    .selectFrom('person')
    .select('sign_in_name')
    .where('org_id', '=', orgId)
    .where(
      'sign_in_name',
      'in',
      people.map(({ username }) => signInName(username)),
    )
    .execute()
  return rows.map(({ sign_in_name }) => sign_in_name)
}

/** Adds people without roles, in a transaction of the caller's. Those whose username is taken are left out. */
export const insertPeople = async (
  transaction: Kysely<Schema>,
  orgId: number,
  people: readonly NewPerson[],
): Promise<readonly PersonTable[]> => {
  if (people.length === 0) return []
  await holdUsernames(transaction, orgId)
  const taken = new Set(await takenNames(transaction, orgId, people))
  let userId = await nextUserId(transaction, orgId)
  const rows: PersonTable[] = []
  const hashes: string[] = []
  for (const { passwordHash, ...fields } of people) {
    const name = signInName(fields.username)
    if (taken.has(name)) continue
    taken.add(name)
    rows.push({
      ...fields,
      org_id: orgId,
      user_id: userId++,
      sign_in_name: name,
      search_name: searchNameOf(fields),
      ...{ admin: 0, invigilator: 0, user_type_id: 1, mfa_required: 0, version: 1, last_sign_in_at: 0 },
    })
    hashes.push(passwordHash)
  }
  const stored = rows.map((row, index) => ({ ...row, password_hash: hashes[index] ?? '' }))
  if (stored.length > 0) await transaction.insertInto('person').values(stored).execute()
  return rows
}

/** People as they are, held until the transaction ends. Those who are gone are missing. */
export const holdPeopleRows = async (
  transaction: Kysely<Schema>,
  orgId: number,
  guids: readonly string[],
): Promise<readonly PersonTable[]> =>
  guids.length === 0
    ? []
    : transaction
        .updateTable('person')
        .set((of) => ({ user_guid: of.ref('user_guid') }))
        .where('org_id', '=', orgId)
        .where('user_guid', 'in', guids)
        .returning(personColumns)
        .execute()

/** The person as they are, held until the transaction ends. */
export const holdPersonRow = async (
  transaction: Kysely<Schema>,
  { org_id, user_guid }: Place,
): Promise<PersonTable | undefined> => (await holdPeopleRows(transaction, org_id, [user_guid]))[0]

/** A person who is held, with what is to change. */
export interface Change {
  readonly person: PersonTable
  readonly changes: Partial<OwnFields>
}

const changedColumns = [
  ...(['username', 'first_name', 'last_name', 'email', 'learner_identifier', 'date_of_birth', 'phone'] as const),
  ...(['language_id', 'suspended', 'sign_in_name', 'search_name', 'version'] as const),
] as const

const isTaken = async (transaction: Kysely<Schema>, { person, changes: { username } }: Change): Promise<boolean> => {
  if (username === undefined) return false
  await holdUsernames(transaction, person.org_id)
  return isUsernameTaken(transaction, person, username)
}

/**
 * Changes people who are held, and counts their versions on. Those whose new username is taken stay as they are, and are left out of what is returned. No
 * two of them may be given the same username. A new e-mail address voids the links that set their password.
 */
export const updatePeople = async (transaction: Kysely<Schema>, all: readonly Change[]): Promise<readonly PersonTable[]> => {
  const rows: PersonTable[] = []
  for (const change of all) {
    if (await isTaken(transaction, change)) continue
    const fields = { ...change.person, ...change.changes }
    const names = { sign_in_name: signInName(fields.username), search_name: searchNameOf(fields) }
    rows.push({ ...fields, ...names, version: fields.version + 1 })
    // A link that went to the old address must not set the password of whoever has it.
    if (fields.email !== change.person.email) await deletePersonalTokensOf(transaction, change.person, 'password')
  }
  if (rows.length > 0)
    await transaction
      .insertInto('person')
      // All of them are there, and their passwords stay: the column only completes a row that is never added.
      .values(rows.map((row) => ({ ...row, password_hash: '' })))
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'user_guid'])
          .doUpdateSet((of) => Object.fromEntries(changedColumns.map((column) => [column, of.ref(`excluded.${column}`)]))),
      )
      .execute()
  return rows
}

/**
 * Adds a person without roles, in a transaction of the caller's. Undefined if the username is taken. `isNew`: false if somebody has this guid: the
 * request that added them came twice at once.
 */
export const insertPerson = async (
  transaction: Kysely<Schema>,
  place: Place,
  fields: Omit<NewPerson, 'user_guid'>,
): Promise<{ readonly person: PersonTable; readonly isNew: boolean } | undefined> => {
  await holdUsernames(transaction, place.org_id)
  const there = await holdPersonRow(transaction, place)
  if (there) return { person: there, isNew: false }
  const [person] = await insertPeople(transaction, place.org_id, [{ ...fields, user_guid: place.user_guid }])
  return person && { person, isNew: true }
}

/** Changes a person who is held, and counts their version on. Undefined if the username is taken, and then nothing has changed. */
export const updatePerson = async (
  transaction: Kysely<Schema>,
  person: PersonTable,
  changes: Partial<OwnFields>,
): Promise<PersonTable | undefined> => (await updatePeople(transaction, [{ person, changes }]))[0]
