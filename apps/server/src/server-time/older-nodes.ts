import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { selectBeatsBelow } from './queries.ts'

/**
 * The forms of what one node writes and another reads (sealed texts, codes, tokens, cookies), counted up with each change of them. It is
 * stored with each sign of life, so that a node writes a new form only once all that serve read it (decision 101).
 */
export const readsNow = 1

/** Milliseconds after its last sign of life for which a node is assumed to be still serving; a sign comes every four seconds. */
const servesOnMs = 120_000

/** Whether a node may be serving over this database that doesn't read the newest forms. */
export const areOlderNodesThere = async (database: Pick<Database, 'kysely'>, clock: Clock): Promise<boolean> => {
  const older = await selectBeatsBelow(database, readsNow)
  return older.some(({ server_at, is_last }) => is_last === 0 && server_at + servesOnMs > clock.nowMs())
}
