import type { Flag, Instant } from './columns.ts'

/** A session of the office, without its secret. Several of one person may be open, and none has to do with a session of the player. */
export interface OfficeSessionTable {
  org_id: number
  /** Public: the page names it with each call. */
  session_id: string
  user_guid: string
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

export interface OfficeSessionSecrets {
  /** SHA-256 of the secret in the cookie. */
  secret_hash: string
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

/** A file of people that was imported. Its counts are those of the plan that staff saw. */
export interface PeopleImportTable {
  org_id: number
  import_id: string
  /** The hash of that plan: the same plan is not imported twice. */
  plan_hash: string
  /** Guid of the person who imported it. */
  made_by: string
  made_at: Instant
  file_name: string
  added: number
  changed: number
  unchanged: number
  refused: number
  /** When the last row was stored; null if the server stopped meanwhile. */
  completed_at: Instant | null
  undone_at: Instant | null
  undone_by: string | null
}

/** A row of an import that added or changed somebody. Deleted when it can be undone no more. */
export interface PeopleImportRowTable {
  org_id: number
  import_id: string
  row_number: number
  user_guid: string
  is_new: Flag
  /** The fields that were changed, as they were before, as JSON; null of a person who was added. */
  fields_before: string | null
  /** The version of the person that the import made. */
  version_after: number
  undone_at: Instant | null
}
