import type { Instant } from './columns.ts'

/** A mail that tells somebody that their result is there; one for each person and result set (decision 176). Its address is read when it is sent. */
export interface MailOutboxTable {
  org_id: number
  delivery_id: string
  /** Number of the result set. */
  set_number: number
  user_guid: string
  /** One of `mailStates` of the contract. */
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'undeliverable' | 'stopped'
  /** One of `mailReasons` of the contract, if it is undeliverable or was stopped. */
  reason: 'no-address' | 'bad-address' | 'refused' | 'no-person' | 'withdrawn' | 'withheld' | 'replaced' | null
  /** How often it was begun to send it. */
  tries: number
  /** When it is sent next; while it is being sent, when that is taken for broken off. */
  next_at: Instant
  /** Of whoever sends it, or did last. */
  claim: string | null
  /** What the mail server said last. */
  answer: string | null
  queued_at: Instant
  sent_at: Instant | null
  changed_at: Instant
}
