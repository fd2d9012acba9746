import type { Kysely } from 'kysely'
import { personColumns } from '../../db/plain-columns.ts'
import type { PersonTable, Schema } from '../../db/schema.ts'
import { plainLine } from '../../plain-line.ts'
import { signInName } from '../../sign-in-name.ts'

/**
 * The person whom a typed username means, of those with its sign-in name: the one with exactly this name, or the only one. Imports refuse
 * people whose names differ in capitals alone, but the database doesn't; each of them is found by the exact name.
 */
export const meantBy = <Row extends { readonly username: string }>(
  username: string,
  people: readonly Row[],
): Row | undefined => {
  const exact =
    people.find((one) => one.username === username) ?? people.find((one) => plainLine(one.username) === plainLine(username))
  return exact ?? (people.length === 1 ? people[0] : undefined)
}

/** The person of an organisation whom a username means. */
export const selectPersonNamed = async (
  kysely: Kysely<Schema>,
  orgId: number,
  username: string,
): Promise<PersonTable | undefined> =>
  meantBy(
    username,
    await kysely
      .selectFrom('person')
      .select(personColumns)
      .where('org_id', '=', orgId)
      .where('sign_in_name', '=', signInName(username))
      .execute(),
  )
