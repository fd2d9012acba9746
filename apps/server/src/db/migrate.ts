import { type Kysely, sql } from 'kysely'
import { Migrator, type Migration as Step } from 'kysely/migration'
import type { DialectName } from './database.ts'
import { knownMigrations } from './known-migrations.ts'
import { columnTypes, type Migration } from './migration.ts'
import { makeMigrationTables, migrationLockTable, migrationTable, selectApplied } from './migration-tables.ts'
import type { Schema } from './schema.ts'
import { refusalOfNewer, schemaStateOf } from './schema-state.ts'

/** A name that no other program's lock has, so that two servers that start together migrate one after the other. */
const migrationLock = 7_349_211_003

/** The migrations as the query builder's migrator takes them. `onFailed` gets the error of one that fails: a failed unlock would hide it. */
const asSteps = (
  migrations: readonly Migration[],
  dialect: DialectName,
  onFailed: (error: unknown) => void,
): Record<string, Step> => {
  const step = ({ statements, fill }: Migration): Step => ({
    up: async (kysely) => {
      try {
        for (const statement of statements(columnTypes[dialect])) await sql.raw(statement).execute(kysely)
        await fill?.(kysely)
      } catch (error) {
        onFailed(error)
        throw error
      }
    },
  })
  return Object.fromEntries(migrations.map((migration) => [migration.name, step(migration)]))
}

/**
 * Brings the database to the newest schema, in one transaction (decision 67), and returns the names of the migrations that it applied.
 * Only `sitwell migrate` and `sitwell serve` call it (decision 132). Throws {@link WrongSchema} if the database is newer.
 */
export const migrate = (
  kysely: Kysely<Schema>,
  dialect: DialectName,
  migrations: readonly Migration[] = knownMigrations,
): Promise<string[]> =>
  kysely.transaction().execute(async (transaction) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
    const state = schemaStateOf(await selectApplied(transaction, dialect), migrations)
    if (state.is === 'newer') throw refusalOfNewer(state.has, migrations)
    await makeMigrationTables(transaction)
    let failure: unknown
    const steps = asSteps(migrations, dialect, (error) => {
      failure = error
    })
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: async () => steps },
      migrationTableName: migrationTable,
      migrationLockTableName: migrationLockTable,
      // A branch may be merged after a later one was: its migration is applied then, and not refused.
      allowUnorderedMigrations: true,
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw failure ?? error
    return results.map(({ migrationName }) => migrationName)
  })
