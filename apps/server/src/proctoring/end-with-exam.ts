import { type Author, serverAuthor } from '../assessment/ledger/index.ts'
import { noteSupervision, type SupervisionContext, scheduleOfRun } from '../assessment/schedules/index.ts'
import type { FormRunTable } from '../db/schema.ts'
import { closeMonitor } from './integrity-service.ts'
import { endSessions, selectProctoredSessions } from './session-queries.ts'

/**
 * Ends the integrity monitor's session of an exam that was completed, whoever completed it: a page that is gone, or could not tell of
 * its end, ends none. A session of the browser's extension continues until its own page says that it is over.
 */
export const endMonitorWithExam = async (
  context: SupervisionContext,
  run: Pick<FormRunTable, 'org_id' | 'schedule_guid'>,
  author: Author = serverAuthor,
): Promise<void> => {
  const { database, clock, background } = context
  const sessions = await selectProctoredSessions(database, run)
  const isRunning = sessions.some(
    (one) => one.provider === 'IntegrityAdvocate' && one.started_at !== null && one.ended_at === null,
  )
  if (!isRunning) return
  const schedule = await scheduleOfRun(context, run)
  if (!schedule) return
  for (const session of await endSessions(database, schedule, { reason: 'finished', nowMs: clock.nowMs() })) {
    const { provider, proctored_session_id: id } = session
    const event = { provider, what: 'end' as const, text: `Session ${id} ended with the exam.` }
    await noteSupervision(context, { caller: author, schedule }, event)
    background.run('the integrity monitor could not be told of the end', () => closeMonitor(context, session, schedule))
  }
}
