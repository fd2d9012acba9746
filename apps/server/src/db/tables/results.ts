import type { Flag, Instant, Json } from './columns.ts'

/** What staff decided about a person in a delivery. Only ever added to; the newest one of its kind counts. */
export interface OutcomeEntryTable {
  org_id: number
  delivery_id: string
  user_guid: string
  /** Counts from 1 for each person in a delivery. */
  number: number
  act: 'outcome' | 'withheld' | 'given'
  /** One of `decidableOutcomes` of the contract; null: it is derived again, or the act is another. */
  outcome: string | null
  /** Empty once its person was erased. */
  reason: string
  /** Guid of a person. */
  author: string
  at: Instant
  request_id: string
}

/** That the marking of a delivery was closed, or opened again. Only ever added to. */
export interface MarkingClosingTable {
  org_id: number
  delivery_id: string
  /** Counts from 1. */
  number: number
  is_closed: Flag
  /** Responses that waited at that moment. */
  waiting: number
  reason: string
  author: string
  at: Instant
}

/** A result set of a delivery (decision 171). */
export interface ResultSetTable {
  org_id: number
  delivery_id: string
  /** Counts from 1. */
  set_number: number
  state: 'computed' | 'confirmed' | 'releasing' | 'released' | 'withdrawn'
  computed_by: string
  computed_at: Instant
  reason: string | null
  request_id: string
  /** 0: there were no rules. */
  rules_version: number
  people: number
  /** How many people have which outcome. */
  outcomes: Json
  /** SHA-256 over the hashes of all rows. */
  hash: string
  /** Who signed first, if two have to. */
  signed_by: string | null
  signed_at: Instant | null
  confirmed_by: string | null
  confirmed_at: Instant | null
  /** Why one signature was enough. */
  waiver: string | null
  /** When the last of its sittings was frozen. */
  frozen_at: Instant | null
  /** When it is to be released; a release at once has the moment at which it was asked for. */
  release_at: Instant | null
  release_by: string | null
  /** When the release began, how late that was if it was late, and when it ended. */
  begun_at: Instant | null
  late_ms: number | null
  released_at: Instant | null
  withdrawn_by: string | null
  withdrawn_at: Instant | null
  withdrawn_reason: string | null
}

/** What a person has in a result set. Only the columns from `frozen_at` on change, and what is erased of a person. */
export interface ResultRowTable {
  org_id: number
  delivery_id: string
  set_number: number
  user_guid: string
  /** The sitting that counts; null if there is none. */
  form_run_guid: string | null
  exam_version: number | null
  outcome: string
  is_withheld: Flag
  /** Responses that waited for a mark. */
  waiting: number
  /** Completed sittings of the person in the delivery. */
  sittings: number
  /** In billionths, as all marks here; null unless the outcome is `sat` and nothing waits. */
  score: number | null
  max_score: number | null
  grade: string | null
  passed: Flag | null
  /** When the sitting was completed. */
  handed_in_at: Instant | null
  /** `[questionId, score, max]` for each question, as decided by the rules. */
  marks: Json | null
  /** The heads of what it was computed from. */
  inputs: Json
  /** The reasons of what staff decided, with the chance that is hashed with them; both go with the person. */
  reasons: Json | null
  reasons_salt: string | null
  reasons_hash: string
  hash: string
  /** When its sitting was frozen by the confirmation. */
  frozen_at: Instant | null
  /** When the release came to this row. */
  settled_at: Instant | null
  /** 1: it was released to its person by then. */
  is_told: Flag
}

/** When a person looked first at the result of a set that was released to them. */
export interface ResultSeenTable {
  org_id: number
  delivery_id: string
  set_number: number
  user_guid: string
  seen_at: Instant
}
