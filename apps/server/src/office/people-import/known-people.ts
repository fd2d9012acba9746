import { type SqlBool, sql } from 'kysely'
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { personColumns } from '../../db/plain-columns.ts'
import type { PersonTable } from '../../db/schema.ts'
import { hasNoRole } from '../../roles/queries.ts'
import { signInName } from '../../sign-in-name.ts'
import { fullName, type KnownPeople, type KnownPerson, type ReadRow, rowsWithOtherNames } from './plan.ts'

/** Rows whose people are looked up at once. */
const rowsAtOnce = 500

interface Of {
  readonly orgId: number
  readonly nowMs: number
}

/** Behind every character that a folded name has. */
const lastOfPrefix = '\u{10ffff}'

/** As the index of people by number has it. */
const identifier = sql`coalesce(substr(learner_identifier, 1, 100), '')`

type Place = Pick<PersonTable, 'user_guid'>

type Found = PersonTable & { readonly no_role: number | boolean }

const knownOf = (row: Found): KnownPerson => ({
  userGuid: row.user_guid,
  version: row.version,
  isStaff: !row.no_role,
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  identifier: row.learner_identifier ?? '',
  email: row.email ?? '',
  phone: row.phone ?? '',
  dateOfBirth: row.date_of_birth ?? '',
})

const people = ({ kysely }: Pick<Database, 'kysely'>, { orgId, nowMs }: Of) =>
  kysely
    .selectFrom('person')
    .select(personColumns)
    .select((of) => hasNoRole(nowMs)(of).as('no_role'))
    .where('org_id', '=', orgId)

const selectBy = async (
  database: Database,
  of: Of,
  column: 'sign_in_name' | 'user_guid' | typeof identifier,
  values: readonly string[],
) => {
  if (values.length === 0) return []
  const rows = await people(database, of)
    .where(isOneOf(database.dialect, column, values, (one) => one))
    .execute()
  return rows.map((row) => knownOf(row))
}

/** The guids of people whose names begin with some prefixes. Each is a short stretch of the index of names, which both databases have to be led to. */
const guidsByNames = async ({ kysely, dialect }: Database, orgId: number, prefixes: readonly string[]) => {
  const isNamed = sql<SqlBool>`person.org_id = ${orgId} and person.search_name >= named.value
    and person.search_name < named.value || ${lastOfPrefix}`
  const query =
    dialect === 'sqlite'
      ? sql<Place>`select person.user_guid from json_each(${JSON.stringify(prefixes)}) as named cross join person where ${isNamed}`
      : sql<Place>`select found.user_guid from unnest(${arrayLiteral(prefixes)}::text[]) as named (value)
          cross join lateral (select user_guid from person where ${isNamed} limit 10) as found`
  return (await query.execute(kysely)).rows.map(({ user_guid }) => user_guid)
}

const selectByNames = async (database: Database, of: Of, prefixes: readonly string[]) => {
  const guids = prefixes.length === 0 ? [] : await guidsByNames(database, of.orgId, prefixes)
  return guids.length === 0 ? [] : selectBy(database, of, 'user_guid', guids)
}

const inPieces = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += rowsAtOnce) yield all.slice(from, from + rowsAtOnce)
}

const defined = <T>(one: T | undefined): one is T => one !== undefined

/** The people of an organisation whom rows of a file may mean: by user name, by number, and by name if a row gives somebody another one. */
export const selectKnownPeople = async (database: Database, of: Of, rows: readonly ReadRow[]): Promise<KnownPeople> => {
  const bySignInName = new Map<string, KnownPerson>()
  const byIdentifier = new Map<string, KnownPerson[]>()
  const byFullName = new Map<string, KnownPerson[]>()
  const known: KnownPeople = {
    bySignInName: (name) => bySignInName.get(name),
    byIdentifier: (identifier) => byIdentifier.get(identifier) ?? [],
    byFullName: (name) => byFullName.get(name) ?? [],
  }
  for (const some of inPieces(rows)) {
    const names = some.map(({ values }) => values.username).filter(defined)
    for (const one of await selectBy(database, of, 'sign_in_name', names.map(signInName)))
      bySignInName.set(signInName(one.username), one)
    const numbers = some.map(({ values }) => values.identifier).filter(defined)
    for (const one of await selectBy(database, of, identifier, numbers))
      byIdentifier.set(one.identifier, [...(byIdentifier.get(one.identifier) ?? []), one])
  }
  const others = new Set(rowsWithOtherNames(rows, known).map(({ firstName, lastName }) => fullName(firstName, lastName)))
  for (const some of inPieces([...others]))
    for (const one of await selectByNames(database, of, some)) {
      const name = fullName(one.firstName, one.lastName)
      byFullName.set(name, [...(byFullName.get(name) ?? []), one])
    }
  return known
}
