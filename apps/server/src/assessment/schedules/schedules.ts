import { type Schedule, schedules } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { type ScheduleRow, selectSchedules } from '../form-run/index.ts'
import { longDate } from '../ledger/index.ts'
import { startFactsOf } from './can-start.ts'
import { shutMessage } from './can-start-rules.ts'
import { resultsWindow } from './results-window.ts'
import { isWaived } from './waivers.ts'

const dates = (startMs: number | null, completeMs: number | null) => ({
  ...(startMs !== null && { startDt: new Date(startMs).toISOString(), startDtFmt: longDate(startMs) }),
  ...(completeMs !== null && { completeDt: new Date(completeMs).toISOString(), completeDtFmt: longDate(completeMs) }),
})

/** Why it can't be begun: also a hold of staff, so that nobody waits for a moment at which nothing opens. */
const shutField = (row: ScheduleRow) => {
  const message = shutMessage(startFactsOf(row))
  return message === undefined ? {} : { cantStartMessage: message }
}

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
  ...shutField(row),
  ...(row.extra_time_seconds !== null && { practiceExtraTime: row.extra_time_seconds }),
})

/** How many completed attempts at each exam the learner may look at; of exams that have none completed it says nothing. */
const countAttempts = async (
  { database, clock }: Pick<AssessmentContext, 'clock' | 'database'>,
  orgId: number,
  rows: readonly ScheduleRow[],
) => {
  const counts = new Map<string, number>()
  const completed = rows.filter(({ completed_at }) => completed_at !== null)
  if (completed.length === 0) return counts
  const window = await resultsWindow(database, orgId)
  for (const row of completed)
    counts.set(row.exam_guid, (counts.get(row.exam_guid) ?? 0) + (window.isListed(row, clock.nowMs()) ? 1 : 0))
  return counts
}

/**
 * The same, with schedules that were missed before all others if their learner has the exam again. The player shows the last schedule of an exam: it has to
 * be one that can be begun, also if its window started before that of the missed one.
 */
const missedFirst = (rows: readonly ScheduleRow[], nowMs: number): readonly ScheduleRow[] => {
  const isMissed = (row: ScheduleRow) => row.form_run_guid === null && row.complete_at !== null && row.complete_at < nowMs
  const open = new Set(rows.flatMap((row) => (row.completed_at === null && !isMissed(row) ? [row.exam_guid] : [])))
  const isReplaced = (row: ScheduleRow) => isMissed(row) && open.has(row.exam_guid)
  return [...rows.filter(isReplaced), ...rows.filter((row) => !isReplaced(row))]
}

/** A learner's assessments, the next one first. */
export const schedulesOf = async (
  context: Pick<AssessmentContext, 'clock' | 'database' | 'exams' | 'keys' | 'supervisors'>,
  owner: { orgId: number; userGuid: string },
) => {
  const { database, exams } = context
  const rows = missedFirst(await selectSchedules(database, owner), context.clock.nowMs())
  const supervision = context.supervisors.map(({ askedOf, listed }) => ({ askedOf, fieldsOf: listed(context, owner) }))
  const attempts = await countAttempts(context, owner.orgId, rows)
  return Promise.all(
    rows.map(async (row) => {
      const count = attempts.get(row.exam_guid)
      const shown = { ...toPublicSchedule(row), ...(count !== undefined && { attempts: count }) }
      const loaded = await exams.load(row)
      if (!loaded) return shown
      const { examTypeGuid, objectID, qualificationID } = loaded.exam
      const supervised = { schedule: row, exam: loaded.exam }
      let supervisionFields: Partial<Schedule> = {}
      for (const { askedOf, fieldsOf } of supervision) {
        const provider = askedOf(supervised)
        if (provider !== undefined && !(await isWaived(database, row, provider)))
          supervisionFields = { ...supervisionFields, ...(await fieldsOf(supervised)) }
      }
      return {
        ...shown,
        examTypeGuid,
        objectID,
        ...(qualificationID !== undefined && { qualificationID }),
        ...supervisionFields,
      }
    }),
  )
}

/** The refusal to show somebody's schedules to another person. */
export const somebodyElse = refuse('NOT_ALLOWED', 'A person sees their own schedules only.')

/** The learner's assessments, the next one first. */
export const schedulesRoute = (context: Pick<AssessmentContext, 'clock' | 'database' | 'exams' | 'keys' | 'supervisors'>) =>
  route(schedules, async ({ caller, query }) => {
    if (query.userGuid !== caller.userGuid) return somebodyElse
    return { ok: true, value: await schedulesOf(context, caller) }
  })
