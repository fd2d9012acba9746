import type { SetAsideRecord } from '@sitwell/storage/set-aside'
import type { StoredActivities } from '../storage/exam-store.ts'
import type { LoggedCall } from '../storage/request-log.ts'
import { userActivity } from '../sync/request-log/user-activity.ts'
import { logsOf } from './activity-logs.ts'
import { asideOf } from './set-aside.ts'

/** Everything that support can use of what this browser keeps of one organisation's learners, as the file that holds it. */
export const exportOf = (
  { kept, setAside, calls }: { kept: StoredActivities; setAside: readonly SetAsideRecord[]; calls: readonly LoggedCall[] },
  orgId: number,
  exportedAt: string,
) => {
  const learners = new Set(kept.formRuns.flatMap((run) => (run.orgId === orgId ? [run.userGuid] : [])))
  const { entries, nobodys } = asideOf(setAside, kept.formRuns, orgId)
  return {
    format: 'sitwell-device',
    formatVersion: 1,
    exportedAt,
    orgId,
    activityLogs: logsOf(kept, orgId).map(({ id, userGuid, learnerName, examName, entries: activities }) => ({
      ...{ formRunGuid: id, userGuid, learnerName, examName },
      activities,
    })),
    setAside: entries.map(({ record, learnerName, examName, formRunGuid, questionId }) => ({
      ...{ learnerName, examName, formRunGuid, questionId },
      record,
    })),
    setAsideOfNobody: nobodys,
    userActivity: userActivity(
      calls.filter(({ request }) => learners.has(request.userGuid)),
      {},
    ),
  }
}
