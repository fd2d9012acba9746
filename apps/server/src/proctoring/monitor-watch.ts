import { setTimeout as wait } from 'node:timers/promises'
import { serverAuthor } from '../assessment/ledger/index.ts'
import { isWaived, noteSupervision, type SupervisionContext } from '../assessment/schedules/index.ts'
import type { ScheduleTable } from '../db/schema.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { notKnownToRun } from './integrity-service.ts'
import { proctorProviderOf } from './proctor-provider.ts'
import { endSessions, selectProctoredSessions } from './session-queries.ts'

const provider = 'IntegrityAdvocate'

/** Milliseconds after which the monitor's service is asked of a session again. */
const askAgainMs = 60_000

/**
 * Asks the monitor's service, while answers of its exam come, whether its session continues: a monitor that was stopped in the learner's
 * page, or on its way, tells nobody here. Only that service's own word ends a session, given twice, since a page closes the monitor a
 * moment before it completes its exam; a service that can't be asked takes nobody's exam from them. No answer waits for it.
 */
export const createMonitorWatch = (context: SupervisionContext) => {
  const { database, clock, config, background } = context
  const asked = new Map<string, number>()

  const look = async (schedule: ScheduleTable, onUnknown: () => void): Promise<void> => {
    const sessions = await selectProctoredSessions(database, schedule)
    const running = sessions.find((one) => one.provider === provider && one.started_at !== null && one.ended_at === null)
    if (!running || (await isWaived(database, schedule, provider))) return
    const denial = async (): Promise<string | undefined> => {
      const no = await notKnownToRun(context, running, schedule)
      if (no && !no.isDenied) onUnknown()
      return no?.isDenied ? no.why : undefined
    }
    if ((await denial()) === undefined) return
    await wait(config.proctoringPatienceMs)
    const why = await denial()
    if (why === undefined) return
    const { proctored_session_id: id } = running
    const ended = await endSessions(database, schedule, { id, reason: 'lost', nowMs: clock.nowMs() })
    const lost = { provider, what: 'loss' as const, text: `Session ${id} was lost: the monitor was asked, and ${why}.` }
    if (ended.length > 0) await noteSupervision(context, { caller: serverAuthor, schedule }, lost)
  }

  return (schedule: ScheduleTable, exam: Pick<AuthoredExam, 'settings'>): void => {
    if (proctorProviderOf(schedule, exam) !== provider) return
    const key = `${schedule.org_id}/${schedule.schedule_guid}`
    const nowMs = clock.nowMs()
    if (nowMs - (asked.get(key) ?? Number.NEGATIVE_INFINITY) < askAgainMs) return
    if (asked.size > 10_000) asked.clear()
    asked.set(key, nowMs)
    background.run('the integrity monitor could not be asked whether its session goes on', () =>
      // Where it could not be asked, the next answer asks again.
      look(schedule, () => void asked.delete(key)),
    )
  }
}
