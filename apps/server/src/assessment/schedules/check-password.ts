import { checkPassword } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route, type ServiceContext } from '../../http/service.ts'
import { selectSchedule } from '../form-runs/queries.ts'

/** Checks an exam's password (spec 2 §4). A right one is remembered for this session and this schedule. */
export const checkPasswordRoute = ({ database, clock, passwords }: ServiceContext) =>
  route(
    checkPassword,
    async ({ caller, body }) => {
      if (body.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person opens their own exams only.')
      const row = await selectSchedule(database, caller, body.scheduleGuid)
      if (!row) return refuse('NOT_FOUND', 'There is no such schedule for this person.')
      const result = row.password_hash === null || (await passwords.verify(row.password_hash, body.password))
      if (result)
        await database.kysely
          .insertInto('schedule_pass')
          .values({
            org_id: caller.orgId,
            schedule_guid: body.scheduleGuid,
            session_id: caller.sessionId,
            passed_at: clock.nowMs(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      return { ok: true, value: { result } }
    },
    { limited: ({ scheduleGuid }) => [scheduleGuid] },
  )
