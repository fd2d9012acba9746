import type { Instant, Json } from './columns.ts'

export interface FormRunTable {
  org_id: number
  form_run_guid: string
  form_run_id: number
  schedule_guid: string
  user_guid: string
  exam_guid: string
  version: number
  started_at: Instant
  completed_at: Instant | null
  /** Null if the exam is not timed. Never rises by a claim of a browser. */
  time_remaining_ms: number | null
  elapsed_ms: number
  /** What the browser claims to have used, less what this server's clock saw pass since the start. */
  clock_difference_ms: number
  /** Id of the question that the learner is at. */
  page: string | null
  last_sequence: number
  public_user_name: string | null
  /** The part of the paper in which the learner is. */
  part_id: string | null
  /** When all of its time is over, by the ledger: null if there is no end to it, and in a pause. */
  ends_at: Instant | null
  /** Since when its last pause is, or was: nothing is given out and nothing counts from then until `held_until`. */
  paused_at: Instant | null
  /** When its learner continued, or the offer to runs out; `neverMs` in a pause that nobody has ended. Null if it was never paused. */
  held_until: Instant | null
  /** The number of the last event in its ledger; 0 if it has none yet. */
  last_event: number
  /** The most by which a browser has claimed more time than the ledger had, in milliseconds. */
  beyond_ms: number
  /** When a server heard of it last, whatever its learner's browser said. Null of one from before this was kept. */
  heard_at: Instant | null
  /** The last stretch of more than a few seconds in which no server heard anything of it; see `assessment/ledger/contact.ts`. */
  silent_from: Instant | null
  silent_to: Instant | null
  /** The few before it that aren't long, written as the long ones are. */
  earlier_silences: string
  /** All the long ones, and those over the end of the time: `from-to ` each, the oldest first. */
  silences: string
  /** The hash of the last event in its ledger; null if that is from before ledgers were chained. */
  ledger_hash: string | null
  /** When its mark was told for the first time, to whomever: from then on nothing of its learner changes it. */
  marks_told_at: Instant | null
  /** When its results were confirmed; null if they weren't, or no longer are. */
  results_confirmed_at: Instant | null
  /** The completion, by its moment, whose responses are listed for whoever marks them; null if none is. */
  responses_of: Instant | null
  /** How many saves were written into it while it was open. */
  saves: number
  /** How many saves are in its history, and the link of the last one; null if its history isn't chained (`history-chain.ts`). */
  history_count: number
  history_link: string | null
}

/** A session of a proctoring provider, from when its learner asked for it. */
export interface ProctoredSessionTable {
  org_id: number
  proctored_session_id: string
  schedule_guid: string
  user_guid: string
  provider: string
  asked_at: Instant
  /** The sign-in in which it was asked for. */
  asked_in: string
  /** Until when the ticket holds that the provider brings its learner back with; null if it brings nobody. */
  ticket_until: Instant | null
  /** Hash of the id of the request that used the ticket up. */
  ticket_used_by: string | null
  /** The sign-in that it is for: it holds in no other. */
  session_id: string | null
  started_at: Instant | null
  /** When it ended or was lost, and why. */
  ended_at: Instant | null
  end_reason: 'finished' | 'lost' | 'replaced' | null
}

export interface ProctoredSessionSecrets {
  /** SHA-256 of the ticket; null if there is none. */
  ticket_hash: string | null
}

/** What happened to the supervision of a schedule before its form run began, which takes it into its ledger. Only ever added to. */
export interface SupervisionEventTable {
  org_id: number
  schedule_guid: string
  /** Counts from 1 in each schedule. */
  number: number
  at: Instant
  author: string
  provider: string
  what: 'start' | 'end' | 'loss' | 'refusal' | 'waiver'
  /** As JSON: a database takes no text with every sign in it. */
  text: Json
}

/** What happened to the time of a form run: its ledger. Only ever added to. */
export interface FormRunEventTable {
  org_id: number
  form_run_guid: string
  /** Counts from 1 in each form run. */
  number: number
  kind: string
  at: Instant
  /** Guid of the person who did it; `server` or `command` where nobody signed in did. */
  author: string
  details: Json
  /** The hash of the event before it, and its own (`ledger-chain.ts`); null in events from before ledgers were chained. */
  previous_hash: string | null
  hash: string | null
}

/** When answers of a form run's parts count, if there is anything to say of it; worked out from its ledger. */
export interface FormRunPartTable {
  org_id: number
  form_run_guid: string
  part_id: string
  /** Its time is over then, or it was closed. */
  ends_at: Instant | null
  /** What is to read is over then, and answers count; null if there is nothing to wait for. */
  opens_at: Instant | null
  /** The last save that was numbered when it was closed: none with a higher number counts. Null if it isn't closed. */
  last_sequence: number | null
}

export interface ActivityTable {
  org_id: number
  form_run_guid: string
  activity_id: string
  type: number
  value: Json
  received_at: Instant
}
