import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { removeUpload, selectOld } from './queries.ts'

/** Milliseconds after which an upload is thrown away that nobody accepted, and the report of one that was stored. */
export const uploadLastsMs = 24 * 3_600_000

/** Throws away what nobody accepted within a day. */
export const sweepUploads = async ({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Promise<void> => {
  for (const old of await selectOld(database, clock.nowMs() - uploadLastsMs)) await removeUpload(database, old)
}
