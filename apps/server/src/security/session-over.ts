import type { Database } from '../db/database.ts'
import type { SessionTable } from '../db/schema.ts'
import { organisationSetting } from './organisation-setting.ts'
import { selectIsInExam } from './queries.ts'
import { sessionLimits, sessionOverAt } from './session-limits.ts'

/** The server's moment from which a session is over. Asked of the database as far as it matters: who is in an exam stays in it. */
export const overAt = async (database: Database, session: SessionTable, nowMs: number): Promise<number> => {
  const [idle, hours] = await Promise.all(
    ['SessionIdleMinutes', 'SessionHours'].map((name) => organisationSetting(database, session.org_id, name)),
  )
  const limits = sessionLimits(idle ?? null, hours ?? null)
  const times = { startedAt: session.started_at, refreshedAt: session.refreshed_at }
  const plain = sessionOverAt({ ...times, isInExam: false }, limits)
  if (plain > nowMs || !(await selectIsInExam(database, session, nowMs))) return plain
  return sessionOverAt({ ...times, isInExam: true }, limits)
}
