import { sql } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { FormRunTable, LivePageTable, ScheduleTable } from '../db/schema.ts'
import type { Reading } from './viewer.ts'

/** What a live view is about: a delivery, or the sittings of an exam that belong to none. */
export type LiveKey = { readonly deliveryId: string } | { readonly examGuid: string }

/** Somebody in a live view, as one query finds them. */
export type BaseRow = Pick<
  ScheduleTable,
  | 'complete_at'
  | 'delivery_id'
  | 'exam_guid'
  | 'extra_time_seconds'
  | 'held_at'
  | 'room_id'
  | 'schedule_guid'
  | 'start_at'
  | 'user_guid'
  | 'version'
> &
  Pick<LivePageTable, 'build' | 'clock_off_ms' | 'left_ms' | 'off_ms' | 'reported_at' | 'waited_at'> & {
    readonly [Column in
      | 'completed_at'
      | 'ends_at'
      | 'form_run_guid'
      | 'heard_at'
      | 'held_until'
      | 'last_event'
      | 'page'
      | 'paused_at'
      | 'saves'
      | 'started_at']: FormRunTable[Column] | null
  } & { readonly unsent: number | null; readonly attendance: 'absent' | 'present' | null }

const hourMs = 3_600_000

/** Most people of one view. */
const mostRows = 10_000

const columns = sql`schedule.schedule_guid, schedule.user_guid, schedule.exam_guid, schedule.version, schedule.delivery_id, schedule.room_id,
  schedule.start_at, schedule.complete_at, schedule.extra_time_seconds, schedule.held_at,
  form_run.form_run_guid, form_run.started_at, form_run.completed_at, form_run.heard_at, form_run.page, form_run.saves, form_run.last_event,
  form_run.ends_at, form_run.paused_at, form_run.held_until,
  live_page.waited_at, live_page.reported_at, live_page.left_ms, live_page.off_ms, live_page.clock_off_ms, live_page.unsent, live_page.build,
  live_attendance.attendance`

const tables = sql`schedule
  left join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid
  left join live_page on live_page.org_id = schedule.org_id and live_page.schedule_guid = schedule.schedule_guid
  left join live_attendance on live_attendance.org_id = schedule.org_id and live_attendance.schedule_guid = schedule.schedule_guid`

const isNotVoid = sql`(schedule.voided_at is null or form_run.form_run_guid is not null)`

/** Of an exam without a delivery: who sits it now or did within the last hours, and who could begin it within a day. */
const isAroundNow = (nowMs: number) => sql`schedule.delivery_id is null and (
  (form_run.form_run_guid is not null and (form_run.completed_at is null or form_run.completed_at > ${nowMs - 12 * hourMs}))
  or (form_run.form_run_guid is null and (schedule.complete_at is null or schedule.complete_at > ${nowMs - hourMs})
    and (schedule.start_at is null or schedule.start_at < ${nowMs + 24 * hourMs})))`

/** Everybody in a live view, whether they have begun or not, and however they got in. */
export const selectBaseRows = async (
  { kysely }: Pick<Reading, 'kysely'>,
  orgId: number,
  key: LiveKey,
  nowMs: number,
): Promise<BaseRow[]> => {
  const chosen =
    'deliveryId' in key
      ? sql`schedule.delivery_id = ${key.deliveryId}`
      : sql`schedule.exam_guid = ${key.examGuid} and ${isAroundNow(nowMs)}`
  const { rows } = await sql<BaseRow>`select ${columns} from ${tables}
    where schedule.org_id = ${orgId} and ${chosen} and ${isNotVoid} limit ${mostRows}`.execute(kysely)
  return rows
}

/** The same of the schedules with these guids, of whatever view. */
export const selectBaseRowsOf = async (
  { kysely, dialect }: Reading,
  orgId: number,
  scheduleGuids: readonly string[],
): Promise<BaseRow[]> => {
  if (scheduleGuids.length === 0) return []
  const { rows } = await sql<BaseRow>`select ${columns} from ${tables}
    where schedule.org_id = ${orgId} and ${isOneOf(dialect, 'schedule.schedule_guid', scheduleGuids, (guid) => guid)}`.execute(
    kysely,
  )
  return rows
}
