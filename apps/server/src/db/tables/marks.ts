import type { Flag, Instant, Json } from './columns.ts'

/** A note for the file of a sitting (decision 176). Only ever added to; the ledger of the sitting has its hash. */
export interface SittingNoteTable {
  org_id: number
  form_run_guid: string
  /** Counts from 1. */
  number: number
  at: Instant
  /** Guid of a person. */
  author: string
  /** Null once its person was erased, as the salt. */
  text: string | null
  /** Chance that is hashed with the text. */
  salt: string | null
  text_hash: string
  request_id: string
}

export interface MarkTable {
  org_id: number
  form_run_guid: string
  question_id: string
  score: number
  max_score: number
  needs_person: Flag
  /** Why it could not be given, and waits for a person; null if nothing failed. */
  problem: string | null
}

/** The ledger of the marks of each response (decision 162). Only ever added to, except for what is erased of a person. */
export interface MarkEntryTable {
  org_id: number
  form_run_guid: string
  question_id: string
  /** The part of the question; empty for the question as a whole. */
  part: string
  /** Counts from 1 in each response. */
  number: number
  kind: string
  at: Instant
  /** Guid of the person who did it; `server` or `command` where nobody signed in did. */
  author: string
  /** Of the request that wrote it, so that the same one again writes nothing. */
  request_id: string
  /** All else that the entry says; null once it was erased. */
  details: Json | null
  /** Chance that is hashed with the details: a mark has few values, and would be found by trying them. Goes with the details. */
  salt: string | null
  details_hash: string
  /** The hash of the entry before it, and its own (`marks/entry-chain.ts`). */
  previous_hash: string
  hash: string
}

/**
 * Each response of a completed form run that a person has to mark, or has: worked out from answers, keys and the ledger of marks, so that
 * queues and progress are counted from rows.
 */
export interface ResponseMarkTable {
  org_id: number
  form_run_guid: string
  question_id: string
  part: string
  exam_guid: string
  version: number
  schedule_guid: string
  /** Empty if its schedule belongs to no delivery. */
  delivery_id: string
  user_guid: string
  state: 'waiting' | 'marked' | 'conflict' | 'changed' | 'cannot'
  /** The marks that count, in billionths; null unless it is marked. */
  marks: number | null
  /** In billionths. */
  max_marks: number
  /** The number of the save that counts; null if nothing was answered. */
  sequence: number | null
  /** A digest of the files that count; empty if there are none. */
  files: string
  /** The number of the newest entry in its ledger; 0 if there is none. */
  newest_entry: number
  /** 1: its newest entries came after the results were confirmed, which stay as they were until they are confirmed again. */
  is_pending: Flag
  /** When it came to stand as it does. */
  changed_at: Instant
}
