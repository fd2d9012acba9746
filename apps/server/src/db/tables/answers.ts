import type { Flag, Instant, Json } from './columns.ts'

export interface AnswerTable {
  org_id: number
  form_run_guid: string
  question_id: string
  sequence: number
  writer_id: string
  answer: Json
  workings: string
  bookmarked: Flag
  saved_at: Instant
}

/** Every save that ever came, whether it was applied or not; nothing is changed or deleted here. */
export interface AnswerEventTable {
  org_id: number
  form_run_guid: string
  request_id: string
  question_id: string
  sequence: number
  writer_id: string
  answer: Json
  workings: string
  bookmarked: Flag
  client_time: string | null
  received_at: Instant
  /**
   * `applied`: it was put in place. `older`: a newer one stood. `over-time`: it came after the end of the time and the grace.
   * `late-applied`: it came after the completion, and was put in place. `late`: it came after the completion, and doesn't count.
   * `in-pause`: it came, or was typed, while the exam was paused. `review`: it came after the end, and waits for the exam's staff. `closed`: it was numbered after its part was closed for good.
   * `reading`: its part was to be read only. What is none of `applied` and `late-applied` replaces nothing.
   */
  outcome: 'applied' | 'older' | 'late' | 'late-applied' | 'over-time' | 'in-pause' | 'review' | 'closed' | 'reading'
  /** Milliseconds after the end of the time; null in time. */
  late_ms: number | null
  /** When it was typed, as was worked out; null if that can't be known, and of what was simply in time. */
  typed_at: Instant | null
  /** Why it was judged as it was: a reason of `late-answers` in `packages/exam`; null of what was simply in time. */
  judged: string | null
  /** What its browser claimed, and the silences that it was held against: null if nothing had to be judged. */
  evidence: Json | null
  /** Counts from 1 in each form run. Null from before histories were chained. */
  number: number | null
  /** The hash of the save before it and its own, of 64 digits each; null from before histories were chained. */
  link: string | null
}

/** A form run whose answers were taken away; their hashes stay. */
export interface ErasedFormRunTable {
  org_id: number
  form_run_guid: string
  erased_at: Instant
}

/** A person of whom all that says who they are was taken away. */
export interface ErasedPersonTable {
  org_id: number
  user_guid: string
  erased_at: Instant
}

/** What stays of a save that was erased. */
export interface ErasedSaveTable {
  org_id: number
  form_run_guid: string
  number: number
  sequence: number
  /** `contentOf` the save, as its link is over it. */
  content_hash: string
  link: string
}
