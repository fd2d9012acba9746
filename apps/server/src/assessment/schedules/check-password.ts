import { checkPassword } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { selectSchedule } from '../form-run/index.ts'
import { countPasswordTry, forgetPasswordTries, noteWrongPassword } from './exam-password-limits.ts'
import { isPin, pinOf } from './pin.ts'

/**
 * Checks an exam's password (spec 2 §4). A right one is remembered for this session and this schedule. Wrong ones are counted for the
 * schedule, whatever else the caller makes up, and told to whoever invigilates.
 */
export const checkPasswordRoute = (context: AssessmentContext) => {
  const { database, clock, keys, passwords, live } = context
  return route(checkPassword, async ({ caller, body }) => {
    const { scheduleGuid, password } = body
    const { orgId, sessionId } = caller
    if (body.userGuid !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person opens their own exams only.')
    const row = await selectSchedule(database, caller, scheduleGuid)
    if (!row) return refuse('NOT_FOUND', 'There is no such schedule for this person.')
    if (row.password_hash !== null) {
      const wait = await countPasswordTry(context, caller, scheduleGuid)
      if (wait) return wait
      const pin = pinOf(keys, row.password_hash)
      const isRight = isPin(row.password_hash) ? pin === password.trim() : await passwords.verify(row.password_hash, password)
      if (!isRight) {
        const { count, atMs } = await noteWrongPassword(context, orgId, scheduleGuid)
        live.tellStaff(orgId, { kind: 'wrong-password', scheduleGuid, count, at: new Date(atMs).toISOString() })
        return { ok: true, value: { result: false } }
      }
      await forgetPasswordTries(context, orgId, scheduleGuid)
    }
    await database.kysely
      .insertInto('schedule_pass')
      .values({ org_id: orgId, schedule_guid: scheduleGuid, session_id: sessionId, passed_at: clock.nowMs() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { ok: true, value: { result: true } }
  })
}
