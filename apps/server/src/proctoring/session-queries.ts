import type { Database } from '../db/database.ts'
import type { ProctoredSessionTable, ScheduleTable } from '../db/schema.ts'

type Place = Pick<ScheduleTable, 'org_id' | 'schedule_guid'>

/** The sessions of a schedule with its provider, the last one first. */
export const selectProctoredSessions = (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, schedule_guid }: Place,
): Promise<ProctoredSessionTable[]> =>
  kysely
    .selectFrom('proctored_session')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('schedule_guid', '=', schedule_guid)
    .orderBy('asked_at', 'desc')
    .orderBy('proctored_session_id')
    .execute()
