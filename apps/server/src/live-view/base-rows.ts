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

const baseColumns = [
  ...['schedule_guid', 'user_guid', 'exam_guid', 'version', 'delivery_id', 'room_id'].map((name) => `schedule.${name}`),
  ...['start_at', 'complete_at', 'extra_time_seconds', 'held_at'].map((name) => `schedule.${name}`),
  ...['form_run_guid', 'started_at', 'completed_at', 'heard_at', 'page', 'saves'].map((name) => `form_run.${name}`),
  ...['last_event', 'ends_at', 'paused_at', 'held_until'].map((name) => `form_run.${name}`),
  ...['waited_at', 'reported_at', 'left_ms', 'off_ms', 'clock_off_ms', 'unsent', 'build'].map((name) => `live_page.${name}`),
  'live_attendance.attendance',
]

const columns = sql.join(baseColumns.map((column) => sql.ref(column)))

/** Somebody in a live view, with all columns of their row in one text: another text, another row. */
export interface BaseWord {
  readonly schedule_guid: string
  readonly word: string
}

/** Each column, and between two of them what tells them apart. */
const inOneText = sql.join(
  baseColumns.map((column) => sql.ref(column)),
  sql`, '|', `,
)
const word = sql`concat(${inOneText}) as word`

export type WordedRow = BaseRow & BaseWord

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

/** Whose view it is. */
export interface Looked {
  readonly orgId: number
  readonly key: LiveKey
  readonly nowMs: number
}

const isIn = ({ orgId, key, nowMs }: Looked) => {
  const chosen =
    'deliveryId' in key
      ? sql`schedule.delivery_id = ${key.deliveryId}`
      : sql`schedule.exam_guid = ${key.examGuid} and ${isAroundNow(nowMs)}`
  return sql`schedule.org_id = ${orgId} and ${chosen} and ${isNotVoid}`
}

/** Everybody in a live view, whether they have begun or not, and however they got in. */
export const selectBaseRows = async ({ kysely }: Pick<Reading, 'kysely'>, looked: Looked): Promise<WordedRow[]> => {
  const { rows } =
    await sql<WordedRow>`select ${columns}, ${word} from ${tables} where ${isIn(looked)} limit ${mostRows}`.execute(kysely)
  return rows
}

/** The same people, each with a text that changes with their row: to hand over and to compare, that costs a fraction of the rows. */
export const selectBaseWords = async ({ kysely }: Pick<Reading, 'kysely'>, looked: Looked): Promise<BaseWord[]> => {
  const { rows } = await sql<BaseWord>`select schedule.schedule_guid, ${word}
    from ${tables} where ${isIn(looked)} limit ${mostRows}`.execute(kysely)
  return rows
}

/** The same of the schedules with these guids, of whatever view. */
export const selectBaseRowsOf = async (
  { kysely, dialect }: Reading,
  orgId: number,
  scheduleGuids: readonly string[],
): Promise<WordedRow[]> => {
  if (scheduleGuids.length === 0) return []
  const { rows } = await sql<WordedRow>`select ${columns}, ${word} from ${tables}
    where schedule.org_id = ${orgId} and ${isOneOf(dialect, 'schedule.schedule_guid', scheduleGuids, (guid) => guid)}`.execute(
    kysely,
  )
  return rows
}
