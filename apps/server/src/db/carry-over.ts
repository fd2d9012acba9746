import { sql, type Transaction } from 'kysely'
import type { DialectName } from './database.ts'
import { nameOf } from './migration.ts'
import type { Schema } from './schema.ts'

/** Where the query builder's migrator keeps what it has applied, and what it locks. Not its own names: another program's may lie beside. */
export const migrationTable = 'migration_applied'
export const migrationLockTable = 'migration_lock'

/** What an older server, which reads the table from before, takes for a migration of a newer one: it then leaves the database alone. */
const sign = { version: 999_999, name: `what was applied since stands in ${migrationTable}` }

const isThere = async (transaction: Transaction<Schema>, dialect: DialectName, table: string): Promise<boolean> => {
  const asked =
    dialect === 'postgres'
      ? sql<{ n: number }>`select count(to_regclass(${table}))::int as n`
      : sql<{ n: number }>`select count(*) as n from sqlite_master where type = 'table' and name = ${table}`
  return (await asked.execute(transaction)).rows[0]?.n === 1
}

/** As the migrator would make them, in types that both databases have. */
const makeTables = async (transaction: Transaction<Schema>) => {
  const { schema } = transaction
  await schema
    .createTable(migrationTable)
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable(migrationLockTable)
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('is_locked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

/**
 * Makes the migrator's tables where they lack. Until version 27 a table of our own, `migration`, said what was applied: on a database
 * from then, it is carried over. The old table stays, with a sign for older servers.
 */
export const carryOver = async (transaction: Transaction<Schema>, dialect: DialectName): Promise<void> => {
  if (await isThere(transaction, dialect, migrationTable)) return
  await makeTables(transaction)
  if (!(await isThere(transaction, dialect, 'migration'))) return
  const { rows } = await sql<{ version: number; name: string; applied_at: number }>`
    select version, name, applied_at from migration`.execute(transaction)
  const applied = rows.map((row) => ({ name: nameOf(row), timestamp: new Date(row.applied_at).toISOString() }))
  if (applied.length > 0) await transaction.insertInto(migrationTable).values(applied).execute()
  await sql`insert into migration (version, name, applied_at) values (${sign.version}, ${sign.name}, 0)`.execute(transaction)
}
