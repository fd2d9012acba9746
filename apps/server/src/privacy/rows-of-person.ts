import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { PersonTable } from '../db/schema.ts'
import { type TableOfPerson, tablesOfPerson } from './tables-of-person.ts'

type Reading = Pick<Database, 'kysely'>
type Row = Readonly<Record<string, unknown>>
type Whom = Pick<PersonTable, 'org_id' | 'user_guid'>

/** Values of one statement: both databases take a limited number. */
const mostValues = 500

const rowsBy = async ({ kysely }: Reading, table: TableOfPerson, orgId: number, column: string, values: readonly unknown[]) => {
  const found: Row[] = []
  for (let from = 0; from < values.length; from += mostValues) {
    const some = sql.join(values.slice(from, from + mostValues).map((value) => sql`${value}`))
    const query = sql<Row>`select * from ${sql.table(table)} where org_id = ${orgId} and ${sql.ref(column)} in (${some})`
    found.push(...(await query.execute(kysely)).rows)
  }
  return found
}

/** How many rows there are, and no more of them. */
const countBy = async (
  { kysely }: Reading,
  table: TableOfPerson,
  orgId: number,
  column: string,
  values: readonly unknown[],
) => {
  let count = 0
  for (let from = 0; from < values.length; from += mostValues) {
    const some = sql.join(values.slice(from, from + mostValues).map((value) => sql`${value}`))
    const query = sql<{
      count: number | string
    }>`select count(*) as count from ${sql.table(table)} where org_id = ${orgId} and ${sql.ref(column)} in (${some})`
    for (const row of (await query.execute(kysely)).rows) count += Number(row.count)
  }
  return count
}

const valuesOf = (rows: readonly Row[], column: string) => [...new Set(rows.map((row) => row[column]))]

/** The keys by which rows of other tables are this person's. */
const keysOfPerson = async (database: Reading, { org_id: orgId, user_guid }: Whom) => {
  const by = (table: TableOfPerson, column: string, values: readonly unknown[]) =>
    rowsBy(database, table, orgId, column, values)
  const courses = await by('course_attempt', 'user_guid', [user_guid])
  const scos = await by('sco_attempt', 'course_attempt_guid', valuesOf(courses, 'course_attempt_guid'))
  const registrations = await by('cmi5_registration', 'user_guid', [user_guid])
  return {
    user_guid: [user_guid],
    schedule_guid: valuesOf(await by('schedule', 'user_guid', [user_guid]), 'schedule_guid'),
    form_run_guid: valuesOf(await by('form_run', 'user_guid', [user_guid]), 'form_run_guid'),
    course_attempt_guid: valuesOf(courses, 'course_attempt_guid'),
    sco_attempt_id: valuesOf(scos, 'sco_attempt_id'),
    registration: valuesOf(registrations, 'registration'),
  }
}

const tables = Object.keys(tablesOfPerson) as TableOfPerson[]

/** All rows of a person, by table: what {@link tablesOfPerson} names. */
export const rowsOfPerson = async (database: Reading, whom: Whom): Promise<ReadonlyMap<TableOfPerson, readonly Row[]>> => {
  const keys = await keysOfPerson(database, whom)
  const found = new Map<TableOfPerson, readonly Row[]>()
  for (const table of tables) {
    const key = tablesOfPerson[table]
    found.set(table, await rowsBy(database, table, whom.org_id, key, keys[key]))
  }
  return found
}

/** How many rows of a person each table has. */
export const countRowsOfPerson = async (database: Reading, whom: Whom): Promise<ReadonlyMap<TableOfPerson, number>> => {
  const keys = await keysOfPerson(database, whom)
  const found = new Map<TableOfPerson, number>()
  for (const table of tables) {
    const key = tablesOfPerson[table]
    found.set(table, await countBy(database, table, whom.org_id, key, keys[key]))
  }
  return found
}
