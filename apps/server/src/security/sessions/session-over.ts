import type { Database } from '../../db/database.ts'
import type { SessionTable } from '../../db/schema.ts'
import { organisationSetting } from '../organisation/organisation-setting.ts'
import { selectIsInExam, selectIsInLesson } from './queries.ts'
import { sessionLimits, sessionOverAt } from './session-limits.ts'

/** The server's moment from which a session is over. Asked of the database as far as it matters: who is in an exam, or a lesson, stays in it. */
export const overAt = async (database: Database, session: SessionTable, nowMs: number): Promise<number> => {
  if (session.launch_until !== null) return session.launch_until
  const [idle, hours] = await Promise.all(
    ['SessionIdleMinutes', 'SessionHours'].map((name) => organisationSetting(database, session.org_id, name)),
  )
  const limits = sessionLimits(idle ?? null, hours ?? null)
  const times = { startedAt: session.started_at, refreshedAt: session.refreshed_at }
  const plain = sessionOverAt({ ...times, isInExam: false }, limits)
  if (plain > nowMs) return plain
  const isUnderWay = (await selectIsInExam(database, session, nowMs)) || (await selectIsInLesson(database, session, nowMs))
  if (!isUnderWay) return plain
  return sessionOverAt({ ...times, isInExam: true }, limits)
}
