import { type Kysely, sql } from 'kysely'
import { nextNumber } from '../../db/next-number.ts'
import type { PersonTable, Schema } from '../../db/schema.ts'
import { searchNameOf } from '../../search-name.ts'
import { signInName } from '../../sign-in-name.ts'

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

/** Whether somebody else of the organisation signs in by a name. To be asked while usernames are held. */
const isTaken = async (transaction: Kysely<Schema>, { org_id, user_guid }: Place, username: string): Promise<boolean> => {
  const row = await transaction
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

/** The person as they are, held until the transaction ends. */
export const holdPersonRow = (transaction: Kysely<Schema>, { org_id, user_guid }: Place): Promise<PersonTable | undefined> =>
  transaction
    .updateTable('person')
    .set({ user_guid })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .returningAll()
    .executeTakeFirst()

/**
 * Adds a person without roles, in a transaction of the caller's. Undefined if the username is taken. `isNew`: false if somebody has this guid: the
 * request that added them came twice at once.
 */
export const insertPerson = async (
  transaction: Kysely<Schema>,
  place: Place,
  { passwordHash, ...fields }: OwnFields & { readonly passwordHash: string },
): Promise<{ readonly person: PersonTable; readonly isNew: boolean } | undefined> => {
  await holdUsernames(transaction, place.org_id)
  const there = await holdPersonRow(transaction, place)
  if (there) return { person: there, isNew: false }
  if (await isTaken(transaction, place, fields.username)) return undefined
  const person: PersonTable = {
    ...place,
    ...fields,
    user_id: await nextUserId(transaction, place.org_id),
    sign_in_name: signInName(fields.username),
    search_name: searchNameOf(fields),
    password_hash: passwordHash,
    ...{ admin: 0, invigilator: 0, user_type_id: 1, mfa_required: 0, version: 1, last_sign_in_at: 0 },
  }
  await transaction.insertInto('person').values(person).execute()
  return { person, isNew: true }
}

/** Changes a person who is held, and counts their version on. Undefined if the username is taken, and then nothing has changed. */
export const updatePerson = async (
  transaction: Kysely<Schema>,
  person: PersonTable,
  changes: Partial<OwnFields>,
): Promise<PersonTable | undefined> => {
  const fields = { ...person, ...changes }
  if (changes.username !== undefined) {
    await holdUsernames(transaction, person.org_id)
    if (await isTaken(transaction, person, fields.username)) return undefined
  }
  return transaction
    .updateTable('person')
    .set({
      ...changes,
      sign_in_name: signInName(fields.username),
      search_name: searchNameOf(fields),
      version: sql<number>`version + 1`,
    })
    .where('org_id', '=', person.org_id)
    .where('user_guid', '=', person.user_guid)
    .returningAll()
    .executeTakeFirst()
}
