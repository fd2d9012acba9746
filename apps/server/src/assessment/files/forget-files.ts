import type { Kysely } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import type { RunPlace } from '../form-run/index.ts'
import { forgetBytes, selectIdle } from './announced-queries.ts'
import { deleteAllFiles, deleteOrphans } from './queries.ts'

/** Longer than any upload takes: another server may be in the middle of one. */
const longestUploadMs = 24 * 60 * 60_000

type SweepContext = Pick<AssessmentContext, 'database'> & { readonly clock: Clock }

/**
 * Throws away what uploads that never ended have left. Of one that was announced the bytes go once nothing has come for a day; that it
 * was announced stays, and it may come again.
 */
export const sweepFiles = async ({ database, clock }: SweepContext): Promise<void> => {
  const sinceMs = clock.nowMs() - longestUploadMs
  for (const idle of await selectIdle(database, sinceMs))
    await database.kysely.transaction().execute((kysely) => forgetBytes(kysely, idle))
  await deleteOrphans(database, sinceMs).execute()
}

/** For the reset of a form run: takes its files away with it. */
export const forgetFiles = (kysely: Kysely<Schema>, place: RunPlace): Promise<void> => deleteAllFiles(kysely, place)
