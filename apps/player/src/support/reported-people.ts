import type { FormRunRecord } from '../storage/records.ts'
import type { LoggedCall } from '../storage/request-log.ts'
import { userActivity } from '../sync/request-log/user-activity.ts'
import type { BugReport } from './bug-report.machine.ts'

/** Somebody whom a bug report may concern, with what they sat in this browser. */
export interface ReportedPerson {
  readonly userGuid: string
  readonly name: string
  readonly exams: readonly { readonly examGuid: string; readonly name: string }[]
}

/** The learners of one organisation who sat an exam in this browser, by name. */
export const reportedPeople = (formRuns: readonly FormRunRecord[], orgId: number): ReportedPerson[] => {
  const own = formRuns.filter((run) => run.orgId === orgId)
  return [...Map.groupBy(own, (run) => run.userGuid)]
    .map(([userGuid, runs]) => {
      const exams = new Map(runs.map(({ examGuid, examName }) => [examGuid, examName ?? examGuid]))
      return {
        userGuid,
        name: runs.find(({ learnerName }) => learnerName !== undefined)?.learnerName ?? userGuid,
        exams: [...exams].map(([examGuid, name]) => ({ examGuid, name })),
      }
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}

const instant = (local: string): string | undefined => (local === '' ? undefined : new Date(local).toISOString())

/**
 * A report with what was called in this browser by whom it concerns, in the time that it names; of everybody of the organisation
 * and the reporter where it names nobody. What another organisation's learners called stays here.
 */
export const reportBody = (
  { description, start, end, userGuid, examGuid }: BugReport,
  reporterGuid: string,
  people: readonly ReportedPerson[],
  calls: readonly LoggedCall[],
) => {
  const meant = new Set([reporterGuid, ...people.map((person) => person.userGuid)])
  const times = { minDt: instant(start), maxDt: instant(end) }
  const query = { ...times, userGuid: userGuid || undefined, examGuid: examGuid || undefined }
  return {
    reporterGuid,
    bugDescription: description,
    userActivity: userActivity(
      calls.filter(({ request }) => meant.has(request.userGuid)),
      query,
    ),
    ...times,
  }
}
