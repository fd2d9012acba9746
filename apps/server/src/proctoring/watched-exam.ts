import type { WatchedExam } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import type { ScheduleTable } from '../db/schema.ts'

/** How the exam of a schedule stands, that a provider watches over or did. */
export const watchedExamOf = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, schedule_guid }: Pick<ScheduleTable, 'org_id' | 'schedule_guid'>,
): Promise<WatchedExam> => {
  const run = await kysely
    .selectFrom('form_run')
    .select('completed_at')
    .where('org_id', '=', org_id)
    .where('schedule_guid', '=', schedule_guid)
    .executeTakeFirst()
  if (!run) return 'not-begun'
  return run.completed_at === null ? 'begun' : 'complete'
}
