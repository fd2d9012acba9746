import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import { empty } from '../../http/limits/buckets.ts'
import type { AssessmentContext } from '../assessment-context.ts'

/** Tries at one schedule: enough for any slip of the hand, and one more every minute. */
const atSchedule = { capacity: 10, leakMs: 60_000 }
/** Tries of one person over all their schedules: those of one exam often share a password. */
const ofPerson = { capacity: 30, leakMs: 60_000 }

type Limiting = Pick<AssessmentContext, 'database' | 'clock' | 'keys'>

/** Counts a try before it is made, by whoever has the schedule and wherever they are. Undefined if it may be made. */
export const countPasswordTry = async (context: Limiting, { orgId, userGuid }: Caller, scheduleGuid: string) =>
  (await countAttempt(context, bucketOf(context, orgId, 'exam-password', [scheduleGuid], atSchedule))) ??
  (await countAttempt(context, bucketOf(context, orgId, 'exam-passwords', [userGuid], ofPerson)))

/** It was right: what was counted at this schedule is forgotten. */
export const forgetPasswordTries = (context: Limiting, orgId: number, scheduleGuid: string) =>
  empty(context.database.kysely, bucketOf(context, orgId, 'exam-password', [scheduleGuid], atSchedule))

/** Notes a wrong try for the staff; answers how many there were by now. */
export const noteWrongPassword = async (
  { database, clock }: Limiting,
  orgId: number,
  scheduleGuid: string,
): Promise<{ readonly count: number; readonly atMs: number }> => {
  const atMs = clock.nowMs()
  const { wrong } = await database.kysely
    .insertInto('exam_password_guess')
    .values({ org_id: orgId, schedule_guid: scheduleGuid, wrong: 1, last_at: atMs })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'schedule_guid'])
        .doUpdateSet({ wrong: sql<number>`exam_password_guess.wrong + 1`, last_at: atMs }),
    )
    .returning('wrong')
    .executeTakeFirstOrThrow()
  return { count: Number(wrong), atMs }
}

/** Wrong tries at the passwords of an organisation's schedules, by the schedule's guid. */
export const wrongPasswordsOf = async ({ kysely }: Pick<Database, 'kysely'>, orgId: number) => {
  const rows = await kysely.selectFrom('exam_password_guess').selectAll().where('org_id', '=', orgId).execute()
  return new Map(
    rows.map((row) => [row.schedule_guid, { count: Number(row.wrong), lastAt: new Date(row.last_at).toISOString() }]),
  )
}
