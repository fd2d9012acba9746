import type { Caller } from '../../http/caller.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { selectSchedule } from '../form-run/index.ts'

/** A schedule of somebody's own with its exam, for other services; undefined if they have no such schedule. */
export const scheduledExam = async (
  { database, exams }: Pick<AssessmentContext, 'database' | 'exams'>,
  owner: Pick<Caller, 'orgId' | 'userGuid'>,
  scheduleGuid: string,
) => {
  const schedule = await selectSchedule(database, owner, scheduleGuid)
  const loaded = schedule && (await exams.load(schedule))
  return loaded && { schedule, exam: loaded.exam }
}
