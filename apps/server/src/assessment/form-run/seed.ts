import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { FormRunTable, ScheduleTable } from '../../db/schema.ts'

/** A seed that nobody can guess, for all that chance decides in one form run. */
export const newSeed = (): string => randomBytes(16).toString('hex')

/**
 * What chance holds to in the form run of a schedule. It is drawn where the schedule is made and kept with it, since the exam's content is
 * read before the form run begins. One that was scheduled before there were seeds has its own name for it.
 */
export const seedOf = ({ seed, schedule_guid }: Pick<ScheduleTable, 'seed' | 'schedule_guid'>): string => seed ?? schedule_guid

/** What of an exam is its learner's own: the seed by which chance decides, and which explanations they are offered, as stored. */
export interface OwnOfSchedule {
  readonly seed: string
  readonly supports: string | null
}

/** The same of a form run, for as long as it stands. */
export const selectOwn = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, schedule_guid }: Pick<FormRunTable, 'org_id' | 'schedule_guid'>,
): Promise<OwnOfSchedule> => {
  const row = await kysely
    .selectFrom('schedule')
    .select(['seed', 'schedule_guid', 'supports'])
    .where('org_id', '=', org_id)
    .where('schedule_guid', '=', schedule_guid)
    .executeTakeFirst()
  return { seed: seedOf(row ?? { seed: null, schedule_guid }), supports: row?.supports ?? null }
}

/** The seed of a form run. */
export const selectSeed = async (
  database: Pick<Database, 'kysely'>,
  run: Pick<FormRunTable, 'org_id' | 'schedule_guid'>,
): Promise<string> => (await selectOwn(database, run)).seed
