import type { SupervisionContext } from '../assessment/schedules/index.ts'
import type { ScheduleTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { proctorProviderOf } from './proctor-provider.ts'
import { sessionIdAfter } from './session-id.ts'
import { countBegun } from './session-queries.ts'

/** Who proctors each of a person's schedules, and the name of the session that it would be proctored in next, as their list says it. */
export const proctoringOf = (
  { database, keys }: Pick<SupervisionContext, 'database' | 'keys'>,
  { orgId, userGuid }: Pick<Caller, 'orgId' | 'userGuid'>,
) => {
  let begun: ReturnType<typeof countBegun> | undefined
  return async (schedule: ScheduleTable, exam: Pick<AuthoredExam, 'settings'>) => {
    const proctorProvider = proctorProviderOf(schedule, exam)
    if (proctorProvider === undefined) return {}
    // Few are proctored, and a whole school looks at its list in the same minute.
    begun ??= countBegun(database, orgId, userGuid)
    const sessions = (await begun).get(schedule.schedule_guid) ?? 0
    return { proctorProvider, proctoringSessionID: sessionIdAfter(keys, schedule, sessions) }
  }
}
