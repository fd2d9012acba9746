import type { Flag, Instant, Json } from './columns.ts'

/** Wrong tries at the password of a schedule, for the staff who watch over it. */
export interface ExamPasswordGuessTable {
  org_id: number
  schedule_guid: string
  wrong: number
  last_at: Instant
}

export interface ExamTable {
  org_id: number
  exam_guid: string
  version: number
  name: string
  /** The authored exam with its keys: never leaves the server as it is. */
  content: Json
  imported_at: Instant
}

export interface ExamResourceTable {
  org_id: number
  exam_guid: string
  version: number
  path: string
  media_type: string
  /** Bytes. */
  size: number
}

/** The bytes of a file of an exam, in chunks of `chunkBytes`; the last one holds the rest. */
export interface ExamResourceChunkTable {
  org_id: number
  exam_guid: string
  version: number
  path: string
  /** Counts from 0. */
  number: number
  bytes: Uint8Array
}

export interface ScheduleTable {
  org_id: number
  schedule_guid: string
  user_guid: string
  exam_guid: string
  version: number
  schedule_type: number
  info: string
  start_at: Instant | null
  complete_at: Instant | null
  practice: Flag
  password_hash: string | null
  cant_start_message: string | null
  extra_time_seconds: number | null
  /** Who proctors it: `Proctorio`, `IntegrityAdvocate`, or `none`; null if that is for its exam to say. */
  proctor_provider: string | null
  /** What holds it to Safe Exam Browser, as JSON (import/authored-seb.ts); null if that is for its exam to say. */
  safe_exam_browser: string | null
  /** Which explanations of words it offers, as a JSON list (packages/exam); null if that is for its exam to say. */
  supports: string | null
  /** When its marks are shown (packages/exam, decision 161); null if that is for its exam to say. */
  release_policy: string | null
  /** What chance in its form run comes from; null if it was scheduled before there were seeds. */
  seed: string | null
  /** When its content was given out before its form run began (`schedules/handed-out.ts`); null if it never was. */
  handed_out: string | null
  /** The delivery that scheduled it; null if it belongs to none. */
  delivery_id: string | null
  /** The room of the delivery. */
  room_id: string | null
  /** When staff made it void, before anybody began it: nobody begins it any more. One that was begun is never void, whatever this says. */
  voided_at: Instant | null
  /** Since when staff hold its start back: nobody begins it, and nothing of it is given out, until they release it. Null if they don't. */
  held_at: Instant | null
}

export interface SchedulePassTable {
  org_id: number
  schedule_guid: string
  session_id: string
  passed_at: Instant
}
