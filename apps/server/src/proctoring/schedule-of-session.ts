import type { OrganisationTable, PersonTable, ScheduleTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { ProctoringContext } from './proctoring-context.ts'
import { sessionIdAfter } from './session-id.ts'
import { countBegun, selectWatched } from './session-queries.ts'

/** Whose a session would be that the learner's list names: their schedule, with themselves and their organisation. */
export const scheduleOfSession = async (
  { database, keys }: Pick<ProctoringContext, 'database' | 'keys'>,
  { orgId, userGuid }: Pick<Caller, 'orgId' | 'userGuid'>,
  id: string,
): Promise<
  { readonly schedule: ScheduleTable; readonly person: PersonTable; readonly organisation: OrganisationTable } | undefined
> => {
  const { kysely } = database
  const own = await kysely
    .selectFrom('schedule')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .execute()
  const begun = await countBegun(database, orgId, userGuid)
  const schedule = own.find((one) =>
    keys.accepted.some((by) => sessionIdAfter(by, one, begun.get(one.schedule_guid) ?? 0) === id),
  )
  if (!schedule) return undefined
  const person = await selectWatched(database, schedule)
  const organisation = await kysely.selectFrom('organisation').selectAll().where('org_id', '=', orgId).executeTakeFirstOrThrow()
  return { schedule, person, organisation }
}
