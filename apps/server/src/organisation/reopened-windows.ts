import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { ScheduleTable, Schema } from '../db/schema.ts'

/** The database, or a transaction of it. */
interface Reading {
  readonly kysely: Kysely<Schema>
  readonly dialect: Database['dialect']
}

/** Fields of a schedule that decide whether its exam can still be begun. */
type Window = Pick<ScheduleTable, 'complete_at'> & Partial<Pick<ScheduleTable, 'voided_at'>>

/** Whether the window of a schedule has closed. */
export const isWindowOver = ({ complete_at }: Pick<Window, 'complete_at'>, nowMs: number): boolean =>
  complete_at !== null && complete_at <= nowMs

const isShut = (window: Window, nowMs: number) => isWindowOver(window, nowMs) || (window.voided_at ?? null) !== null

/** Whether a change lets somebody begin an exam whose window had closed, or whose schedule was void. */
export const isReopened = (before: Window, after: Window, nowMs: number): boolean =>
  isShut(before, nowMs) && !isShut(after, nowMs)

/**
 * The schedules among these whose people have another schedule of the same exam that they can begin or have not finished. If the window of one
 * of these schedules opened again, its person could sit the exam twice. Practice may be repeated.
 */
export const selectPlannedElsewhere = async (
  { kysely, dialect }: Reading,
  orgId: number,
  scheduleGuids: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> => {
  if (scheduleGuids.length === 0) return new Set()
  const { rows } = await sql<{ readonly schedule_guid: string }>`
    select distinct schedule.schedule_guid
    from schedule
    join schedule as other on other.org_id = schedule.org_id and other.user_guid = schedule.user_guid
      and other.exam_guid = schedule.exam_guid and other.schedule_guid <> schedule.schedule_guid
    left join form_run on form_run.org_id = other.org_id and form_run.schedule_guid = other.schedule_guid
    where schedule.org_id = ${orgId} and ${isOneOf(dialect, 'schedule.schedule_guid', scheduleGuids, (guid) => guid)}
      and schedule.practice = 0 and form_run.completed_at is null
      and (form_run.form_run_guid is not null
        or (other.voided_at is null and (other.complete_at is null or other.complete_at > ${nowMs})))`.execute(kysely)
  return new Set(rows.map(({ schedule_guid }) => schedule_guid))
}

/** The schedules among these changes that would open again although their people have the same exam elsewhere. */
export const selectReopenedTwice = async (
  reading: Reading,
  orgId: number,
  changes: readonly { readonly guid: string; readonly before: Window; readonly after: Window }[],
  nowMs: number,
): Promise<ReadonlySet<string>> => {
  const reopened = changes.filter(({ before, after }) => isReopened(before, after, nowMs))
  return selectPlannedElsewhere(
    reading,
    orgId,
    reopened.map(({ guid }) => guid),
    nowMs,
  )
}

/** Whether changed fields of one schedule would open it again although its person has the same exam elsewhere. */
export const isReopenedTwice = async (
  reading: Reading,
  before: Window & Pick<ScheduleTable, 'org_id' | 'schedule_guid'>,
  fields: Partial<Window>,
  nowMs: number,
): Promise<boolean> => {
  const guid = before.schedule_guid
  return (await selectReopenedTwice(reading, before.org_id, [{ guid, before, after: { ...before, ...fields } }], nowMs)).has(
    guid,
  )
}
