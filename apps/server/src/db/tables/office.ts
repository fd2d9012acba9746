import type { Flag, Instant } from './columns.ts'

/** A session of the office. Several of one person may be open, and none has to do with a session of the player. */
export interface OfficeSessionTable {
  org_id: number
  /** Public: the page names it with each call. */
  session_id: string
  user_guid: string
  /** SHA-256 of the secret in the cookie. */
  secret_hash: string
  started_at: Instant
  /** When it was last used, to a minute. */
  used_at: Instant
  ended_at: Instant | null
  end_reason: 'sign-out' | 'ended-by-person' | 'ended-by-staff' | 'expired' | 'password-reset' | 'no-role' | null
  /** The second step is still to be done. */
  mfa_pending: Flag
  /** A keyed hash of the address that the sign-in came from; the address itself, sealed; and the browser's own words for itself. */
  address: string
  place: string | null
  device: string | null
}

/** A code that passes the second step of the office once. */
export interface RecoveryCodeTable {
  org_id: number
  user_guid: string
  /** SHA-256 over the person and the code, which has 80 bits. */
  code_hash: string
  made_at: Instant
  used_at: Instant | null
}
