import { debugReport } from '@sitwell/contract'
import type { ExamStore } from '../../storage/exam-store.ts'
import type { BugReportRecord } from '../../storage/records.ts'
import type { RequestLogStore } from '../../storage/request-log.ts'
import { type Caller, callPastFirewall } from '../queue/delivery.ts'
import { userActivity } from './user-activity.ts'

/** Milliseconds between two looks into the queue of bug reports (spec 3 §7). */
export const bugReportIntervalMs = 10_000
/** What the automated report of a failed request says (spec 3 §7). */
export const networkErrorDuringExam = 'Network error during exam'

/** Reports that the player makes by itself. One waits, or was sent, for each user and exam. */
export interface BugReports {
  /** Queues a report, if none was queued for this user and exam before. */
  schedule(report: Pick<BugReportRecord, 'message' | 'query' | 'reason'>): Promise<void>
  stop(): void
}

export const startBugReports = (parts: {
  readonly api: Caller
  readonly store: ExamStore
  readonly requestLog: RequestLogStore
  readonly userGuid: string
  nowMs(): number
  onError(error: unknown): void
}): BugReports => {
  const { api, store, requestLog, userGuid } = parts
  let isSending = false

  const send = async () => {
    for (const report of await store.bugReportsOf(userGuid)) {
      if (report.sent) continue
      const { outcome } = await callPastFirewall(
        api,
        debugReport,
        {
          body: {
            reporterGuid: userGuid,
            bugDescription: `${report.message}: ${report.reason}`.slice(0, 20_000),
            userActivity: userActivity(await requestLog.list(), report.query),
          },
        },
        { attempts: 1 },
      )
      // A report that the server will never take has nobody who would read the reason.
      if (outcome.ok || outcome.kind === 'refused') await store.save([{ bugReport: { ...report, sent: true } }])
    }
  }
  const timer = setInterval(() => {
    if (isSending) return
    isSending = true
    send()
      .catch(parts.onError)
      .finally(() => {
        isSending = false
      })
  }, bugReportIntervalMs)

  return {
    async schedule({ message, query, reason }) {
      const before = await store.bugReportsOf(query.userGuid)
      if (before.some((report) => report.query.examGuid === query.examGuid && report.message === message)) return
      const scheduledAt = new Date(parts.nowMs()).toISOString()
      await store.save([{ bugReport: { format: 1, message, query, reason, scheduledAt, sent: false } }])
    },
    stop: () => clearInterval(timer),
  }
}
