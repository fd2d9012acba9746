import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { lockCourse } from '../queries.ts'
import { abandonSessions } from './abandon-sessions.ts'
import { keepCmi5Standing } from './cmi5-course.ts'
import { longestSessionMs } from './launch-paper.ts'
import { selectRegistration, selectSilentCourses } from './queries.ts'

/** Sessions whose token has run out can't end any more by what their AU says: each is abandoned, and the course shows it. */
export const endSilentSessions = async ({
  database: { kysely },
  clock,
}: {
  readonly database: Pick<Database, 'kysely'>
  readonly clock: Clock
}): Promise<void> => {
  const beforeMs = clock.nowMs() - longestSessionMs
  for (const { org_id, course_attempt_guid } of await selectSilentCourses(kysely, beforeMs))
    await kysely.transaction().execute(async (transaction) => {
      const held = await lockCourse(transaction, org_id, course_attempt_guid)
      const registration = await selectRegistration(transaction, org_id, course_attempt_guid)
      if (!held || !registration) return
      const nowMs = clock.nowMs()
      await abandonSessions(transaction, held, registration, { nowMs, isMeant: ({ launched_at }) => launched_at < beforeMs })
      await keepCmi5Standing(transaction, held, registration, { nowMs })
    })
}
