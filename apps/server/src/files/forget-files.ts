import type { Kysely } from 'kysely'
import type { RunPlace } from '../assessment/ledger-queries.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { Ground } from '../http/service.ts'
import { deleteAllFiles, deleteOrphans } from './queries.ts'

/** Longer than any upload takes: another server may be in the middle of one. */
const longestUploadMs = 24 * 60 * 60_000

/** Throws away what uploads that never ended have left. */
export const sweepFiles = async ({ database, clock }: Pick<Ground, 'database'> & { readonly clock: Clock }): Promise<void> => {
  await deleteOrphans(database, clock.nowMs() - longestUploadMs).execute()
}

/** For the reset of a form run: takes its files away with it. */
export const forgetFiles = (kysely: Kysely<Schema>, place: RunPlace): Promise<void> => deleteAllFiles(kysely, place)
