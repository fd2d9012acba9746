import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { selectMove, writeMove } from '../db/moved-organisations.ts'
import { allowDeletes } from './block-writes.ts'
import { NotMoved } from './move-organisation.ts'
import { organisationTables } from './organisation-tables.ts'

/** Rows that were removed. */
export interface Removed {
  readonly rows: number
  readonly target: string
}

/**
 * Removes the rows of an organisation that has moved: its place is kept, so that nothing new of it is written here and its requests are
 * answered as before. Throws a {@link NotMoved} where it hasn't moved whole. One that was broken off is gone on with.
 */
export const removeMoved = async (database: Database, orgId: number, clock: Clock): Promise<Removed> => {
  const move = await selectMove(database, orgId)
  if (move?.state !== 'moved' && move?.state !== 'removed')
    throw new NotMoved(
      `Organisation ${orgId} has not moved away from here: only what stands whole in another database is removed.`,
    )
  let removed = 0
  for (const table of await organisationTables(database))
    removed += await database.kysely.transaction().execute(async (transaction) => {
      for (const statement of allowDeletes(database.dialect, table, orgId)) await statement.execute(transaction)
      const { numAffectedRows } = await sql`delete from ${sql.table(table.name)} where org_id = ${orgId}`.execute(transaction)
      return Number(numAffectedRows ?? 0)
    })
  await writeMove(database, { orgId, state: 'removed', target: move.target }, clock)
  return { rows: removed, target: move.target }
}
