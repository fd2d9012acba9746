import { type RawBuilder, sql } from 'kysely'
import type { Database, DialectName } from '../db/database.ts'
import { movedMessage } from '../db/moved-organisations.ts'
import type { OrganisationTable } from './organisation-tables.ts'

/*
 * Triggers of the database that keep an organisation's rows as they are (decision 87). What is inserted or changed fails, whoever does it:
 * a node that has not looked yet, one of the version before, a command. What is deleted stays, and nothing is said: what throws old
 * things away does so for all organisations in one statement, and has to continue for the others.
 */

type Fenced = Pick<Database, 'kysely' | 'dialect'>

/** How long a table's writers may be waited for, once; they wait too meanwhile. */
const longestLock = '5s'

const keepsChanges = (name: string, orgId: number) => sql.id(`moved_${orgId}_${name}`)
const keepsRows = (name: string, orgId: number) => sql.id(`moved_${orgId}_${name}_rows`)

const inPostgres = (name: string, orgId: number): RawBuilder<unknown>[] => [
  sql`set local lock_timeout = ${sql.lit(longestLock)}`,
  sql`create trigger ${keepsChanges(name, orgId)} before insert or update on ${sql.table(name)}
    for each row when (new.org_id = ${sql.lit(orgId)}) execute function refuse_change_of_moved(${sql.lit(movedMessage(orgId))})`,
  sql`create trigger ${keepsRows(name, orgId)} before delete on ${sql.table(name)}
    for each row when (old.org_id = ${sql.lit(orgId)}) execute function keep_row_of_moved()`,
]

const inSqlite = (name: string, orgId: number): RawBuilder<unknown>[] => [
  ...(['insert', 'update'] as const).map(
    (change) => sql`create trigger ${sql.id(`moved_${orgId}_${name}_${change}`)} before ${sql.raw(change)} on ${sql.table(name)}
      when new.org_id = ${sql.lit(orgId)} begin select raise(abort, ${sql.lit(movedMessage(orgId))}); end`,
  ),
  sql`create trigger ${keepsRows(name, orgId)} before delete on ${sql.table(name)}
    when old.org_id = ${sql.lit(orgId)} begin select raise(ignore); end`,
]

const functions = [
  sql`create or replace function refuse_change_of_moved() returns trigger language plpgsql as
    $$ begin raise exception '%', tg_argv[0]; end $$`,
  sql`create or replace function keep_row_of_moved() returns trigger language plpgsql as $$ begin return null; end $$`,
]

const dropping = (dialect: DialectName, name: string, orgId: number): Record<'changes' | 'rows', RawBuilder<unknown>[]> => {
  const on = dialect === 'postgres' ? sql` on ${sql.table(name)}` : sql``
  const drop = (trigger: RawBuilder<unknown>) => sql`drop trigger if exists ${trigger}${on}`
  const changes =
    dialect === 'postgres'
      ? [keepsChanges(name, orgId)]
      : ['insert', 'update'].map((change) => sql.id(`moved_${orgId}_${name}_${change}`))
  return { changes: changes.map(drop), rows: [drop(keepsRows(name, orgId))] }
}

const inOneTransaction = ({ kysely }: Fenced, statements: readonly RawBuilder<unknown>[]) =>
  kysely.transaction().execute(async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  })

/**
 * Keeps the organisation's rows as they are from when this returns: whatever was being written is either there by then, or never will be. A
 * table at a time, so that no other organisation's writer waits for two. Throws an error if a table's writers don't let it in for five seconds.
 */
export const blockWrites = async (database: Fenced, tables: readonly OrganisationTable[], orgId: number): Promise<void> => {
  if (database.dialect === 'postgres') await inOneTransaction(database, functions)
  const made = database.dialect === 'postgres' ? inPostgres : inSqlite
  for (const { name } of tables) {
    const { changes, rows } = dropping(database.dialect, name, orgId)
    await inOneTransaction(database, [...changes, ...rows, ...made(name, orgId)])
  }
}

/** Lets everything be written and deleted again. */
export const unblockWrites = async (database: Fenced, tables: readonly OrganisationTable[], orgId: number): Promise<void> => {
  for (const { name } of tables) {
    const { changes, rows } = dropping(database.dialect, name, orgId)
    await inOneTransaction(database, [...changes, ...rows])
  }
}

/** Lets rows of one table be deleted; new ones are still refused. */
export const allowDeletes = (
  dialect: DialectName,
  { name }: OrganisationTable,
  orgId: number,
): readonly RawBuilder<unknown>[] => dropping(dialect, name, orgId).rows
