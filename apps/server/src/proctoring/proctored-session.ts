import type { Supervisor } from '../assessment/schedules/index.ts'
import { endMonitorWithExam } from './end-with-exam.ts'
import { createMonitorWatch } from './monitor-watch.ts'
import { proctorProviderOf } from './proctor-provider.ts'
import { proctoringOf } from './proctoring-of-schedules.ts'
import { selectProctoredSessions } from './session-queries.ts'

/** Milliseconds in which an exam is completed once its session was finished. */
const completedWithinMs = 5 * 60_000

/**
 * A session of the schedule's provider that began in this very sign-in and continues. In another sign-in it doesn't hold: whoever is
 * watched at one computer must not sit the exam at another.
 */
export const proctoredSession: Supervisor = {
  concerns: 'session',
  askedOf: ({ schedule, exam }) => proctorProviderOf(schedule, exam),
  beginsInside: async ({ database }, { schedule, exam }) =>
    proctorProviderOf(schedule, exam) === 'IntegrityAdvocate' &&
    !(await selectProctoredSessions(database, schedule)).some(({ started_at }) => started_at !== null),
  endedNow: async ({ database, clock }, { schedule }) => {
    const [last] = (await selectProctoredSessions(database, schedule)).filter(({ started_at }) => started_at !== null)
    return last?.end_reason === 'finished' && clock.nowMs() - (last.ended_at ?? 0) < completedWithinMs
  },
  unmet: async ({ database }, { caller, schedule, exam }) => {
    const provider = proctorProviderOf(schedule, exam)
    const all = await selectProctoredSessions(database, schedule)
    const begun = all.filter((one) => one.provider === provider && one.started_at !== null)
    const running = begun.filter(({ ended_at }) => ended_at === null)
    if (running.some(({ session_id }) => session_id === caller.sessionId)) return undefined
    const why =
      running.length > 0
        ? 'the proctored session that goes on began in another sign-in'
        : begun.length > 0
          ? 'the last proctored session has ended'
          : 'no proctored session has begun'
    return `This exam is proctored by ${provider}, and ${why}.`
  },
  listed: (context, owner) => {
    const proctoring = proctoringOf(context, owner)
    return ({ schedule, exam }) => proctoring(schedule, exam)
  },
  checkSaves: (context) => {
    const watchMonitor = createMonitorWatch(context)
    return async ({ schedule, exam }) => {
      if (proctorProviderOf(schedule, exam) === undefined) return undefined
      return async (saved) => {
        const missing = await proctoredSession.unmet(context, { ...saved, schedule })
        if (missing === undefined) watchMonitor(schedule, saved.exam)
        return missing
      }
    }
  },
  examCompleted: endMonitorWithExam,
}
