import { type Schedule, schedules, work } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { type ScheduleRow, selectSchedules } from './queries.ts'
import { longDate } from './time.ts'

const dates = (startMs: number | null, completeMs: number | null) => ({
  ...(startMs !== null && { startDt: new Date(startMs).toISOString(), startDtFmt: longDate(startMs) }),
  ...(completeMs !== null && { completeDt: new Date(completeMs).toISOString(), completeDtFmt: longDate(completeMs) }),
})

/** A schedule as its learner may see it: the hash of its password stays here. */
const toPublicSchedule = (row: ScheduleRow): Schedule => ({
  guid: row.schedule_guid,
  scheduleType: row.schedule_type,
  scheduleInfo: row.info,
  examName: row.exam_name,
  examGuid: row.exam_guid,
  examTypeGuid: row.exam_guid,
  ...dates(row.start_at, row.complete_at),
  commenced: row.form_run_guid !== null,
  completed: row.completed_at !== null,
  practice: row.practice === 1,
  requiresPassword: row.password_hash !== null,
  version: row.version,
  objectID: 0,
  ...(row.cant_start_message !== null && { cantStartMessage: row.cant_start_message }),
  ...(row.extra_time_seconds !== null && { practiceExtraTime: row.extra_time_seconds }),
})

const listOf = async ({ database, exams }: Ground, owner: { orgId: number; userGuid: string }) => {
  const rows = await selectSchedules(database, owner)
  return Promise.all(
    rows.map(async (row) => {
      const loaded = await exams.load(row)
      if (!loaded) return toPublicSchedule(row)
      const { examTypeGuid, objectID, qualificationID } = loaded.exam
      return { ...toPublicSchedule(row), examTypeGuid, objectID, ...(qualificationID !== undefined && { qualificationID }) }
    }),
  )
}

const somebodyElse = refuse('NOT_ALLOWED', 'A person sees their own schedules only.')

/** The learner's assessments, the next one first. */
export const schedulesRoute = (ground: Ground) =>
  route(schedules, async ({ caller, query }) => {
    if (query.userGuid !== caller.userGuid) return somebodyElse
    return { ok: true, value: await listOf(ground, caller) }
  })

/** The same with the learner's courses; nobody is booked on one until an organisation has courses. */
export const workRoute = (ground: Ground) =>
  route(work, async ({ caller, query }) => {
    if (query.userGuid !== caller.userGuid) return somebodyElse
    return { ok: true, value: { assessments: await listOf(ground, caller), courses: [] } }
  })
