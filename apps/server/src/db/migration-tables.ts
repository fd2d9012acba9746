import { type Kysely, sql } from 'kysely'
import type { DialectName } from './database.ts'
import type { Schema } from './schema.ts'

/** The tables of the query builder's migrator. They have names of our own, because another program's may be in the same database. */
export const migrationTable = 'migration_applied'
export const migrationLockTable = 'migration_lock'

/** The names of the migrations that a database has had; none if it has no table of them. Only reads. */
export const selectApplied = async (kysely: Kysely<Schema>, dialect: DialectName): Promise<readonly string[]> => {
  const counted =
    dialect === 'postgres'
      ? sql<{ n: number }>`select count(to_regclass(${migrationTable}))::int as n`
      : sql<{ n: number }>`select count(*) as n from sqlite_master where type = 'table' and name = ${migrationTable}`
  if ((await counted.execute(kysely)).rows[0]?.n !== 1) return []
  const applied = await kysely.selectFrom(migrationTable).select('name').orderBy('name').execute()
  return applied.map(({ name }) => name)
}

/** Makes the migrator's tables unless they exist, with types that both databases have. */
export const makeMigrationTables = async ({ schema }: Kysely<Schema>): Promise<void> => {
  await schema
    .createTable(migrationTable)
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable(migrationLockTable)
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('is_locked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
