import type { Instant } from './columns.ts'

/** Names one question, or one of its parts, of a delivery, or of an exam version that was sat without one (then `delivery_id` is empty). */
export interface QueueColumns {
  org_id: number
  exam_guid: string
  version: number
  delivery_id: string
  question_id: string
  /** Empty if the question is marked as a whole. */
  part: string
}

/** Somebody set who marks a question; without a row, whoever holds `marks.give` there. */
export interface MarkingAllocationTable extends QueueColumns {
  /** Counts its changes, from 1. */
  changes: number
  changed_by: string
  changed_at: Instant
}

/** Somebody to whom a question is allocated. Nobody: whoever holds `marks.give` there. */
export interface MarkingAllocationMarkerTable extends QueueColumns {
  user_guid: string
}

/** A response that was given to a marker: nobody else is given it until the claim has run out. */
export interface MarkingClaimTable {
  org_id: number
  form_run_guid: string
  question_id: string
  part: string
  /** Of the marker. */
  user_guid: string
  since: Instant
  until_at: Instant
}
