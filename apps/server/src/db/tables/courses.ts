import type { Flag, Instant, Json } from './columns.ts'

/** A course as a package gave it. A package that changed is another version; who has begun one stays with it. */
export interface CourseTable {
  org_id: number
  course_guid: string
  /** Counts from 1 in each course. */
  version: number
  course_id: number
  name: string
  description: string | null
  standard: '1.2' | '2004' | 'cmi5'
  /** Its SCOs in order and its sequencing: `course/course-content.ts`. */
  content: Json
  /** Of its files. */
  content_guid: string
  /** What the package's files come to: the same package again is no other version. */
  fingerprint: string
  imported_at: Instant
}

/** A file of a course. Files that no course names are of an import that broke off. */
export interface CourseFileTable {
  org_id: number
  content_guid: string
  path: string
  media_type: string
  /** Bytes. */
  size: number
  stored_at: Instant
}

/** The bytes of a file of a course, in chunks of `resourceChunkBytes`; the last one holds the rest. */
export interface CourseFileChunkTable {
  org_id: number
  content_guid: string
  path: string
  /** Counts from 0. */
  number: number
  bytes: Uint8Array
}

/** A course that a learner was given. Statuses as of `sco_attempt`. */
export interface CourseAttemptTable {
  org_id: number
  course_attempt_guid: string
  course_attempt_id: number
  user_guid: string
  course_guid: string
  version: number
  status: number
  given_at: Instant
  started_at: Instant | null
  /** When it was completed or failed. */
  ended_at: Instant | null
  /** Where its sequencing stands, as the run time in the browser writes it down. */
  sequencing_state: string | null
  /** How often each activity that holds others was begun: pairs of id and count; null if none was counted. */
  cluster_attempts: Json | null
}

/** One SCO of a course that a learner was given, from the start on. */
export interface ScoAttemptTable {
  org_id: number
  sco_attempt_id: number
  sco_attempt_guid: string
  course_attempt_guid: string
  /** Which of the course's SCOs it is; counts from 0. */
  position: number
  /** 0 not started, 1 started, 2 completed, 3 failed. */
  status: number
  started_at: Instant | null
  ended_at: Instant | null
  /** What it has set, by element. */
  data: Json
  /** What that says of completion, success and score: `sco-outcome.ts` of `packages/exam`. */
  outcome: Json
  /** Of the save that stands. */
  number: number
  /** The highest number that was set aside for a page that opened it. */
  last_sequence: number
  /** It is completed or failed, and was closed: saves numbered above this change nothing. Null until then. */
  over_from: number | null
  /** The save that stands was the last one of its opening. */
  has_ended: Flag
  /** How many rows its history has. */
  saves: number
  saved_at: Instant | null
  /** Attempts at it that are over, besides the one that stands. */
  attempts: number
}

/** Every save of a SCO that ever came, and each reset; nothing is changed or deleted here. */
export interface ScoSaveTable {
  org_id: number
  sco_attempt_id: number
  /** Counts from 1 in each SCO attempt. */
  entry: number
  save_guid: string
  number: number
  /** Guid of the tab that sent it; of a reset, who did it. */
  writer: string
  ends: Flag
  /** `older`: a newer one stood. `over`: the SCO was closed. Neither replaces anything. */
  outcome: 'applied' | 'older' | 'over' | 'reset'
  /** Of the SCO after it. */
  status: number
  /** The elements in which it differs from what stood before, with their values; null of those that it lacks. */
  changes: Json
  /** SHA-256 over all that was sent, by which a repeated save is known for what it is. */
  hash: string
  received_at: Instant
}

/** What somebody had come to in a course when it was reset: void from then on, and kept as it was. */
export interface CourseResetTable {
  org_id: number
  course_attempt_guid: string
  /** Counts from 1 in each course attempt. */
  number: number
  /** As of `course_attempt`. */
  status: number
  /** Between -1 and 1; null if none was set. */
  score: number | null
  /** Milliseconds that its units counted; null if they counted none. */
  time_ms: number | null
  started_at: Instant | null
  ended_at: Instant | null
  contact_at: Instant | null
  /** Of cmi5: the registration that ended. */
  registration: string | null
  reset_at: Instant
  /** Guid of a person. */
  reset_by: string
  reason: string
}
