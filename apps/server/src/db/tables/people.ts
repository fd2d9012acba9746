import type { Flag, Instant } from './columns.ts'

/** A person without the hash of their password, which few queries select ({@link PersonSecrets}). */
export interface PersonTable {
  org_id: number
  user_guid: string
  user_id: number
  username: string
  /** The username as it is compared at a sign-in (`signInName`). */
  sign_in_name: string
  first_name: string
  last_name: string
  /** `YYYY-MM-DD`. */
  date_of_birth: string | null
  learner_identifier: string | null
  email: string | null
  language_id: number
  admin: Flag
  user_type_id: number
  suspended: Flag
  /** Sees who sits an exam of the organisation, and keeps their time. */
  invigilator: Flag
  phone: string | null
  /** The organisation may ask everybody for the second step besides. */
  mfa_required: Flag
  /** Counts the changes of what the office shows of the person, from 1. */
  version: number
  /**
   * What the office sorts and searches by (`searchNameOf`), by code points; empty if the person was erased. Null if a server of the previous version
   * added them and no job has filled it yet: no list has them until then.
   */
  search_name: string | null
  /** The last time that their password, or what stood for it, was accepted, in the player or the office; 0 if there was none. */
  last_sign_in_at: Instant
}

export interface PersonSecrets {
  password_hash: string
}

/** A sign-in without its tokens ({@link SessionSecrets}). */
export interface SessionTable {
  org_id: number
  session_id: string
  user_guid: string
  started_at: Instant
  refreshed_at: Instant
  ended_at: Instant | null
  end_reason:
    | 'logout'
    | 'double-login'
    | 'refresh-reused'
    | 'password-reset'
    | 'expired'
    | 'ended-by-person'
    | 'ended-by-staff'
    | 'launched'
    | null
  /** The second step is still to be done. */
  mfa_pending: Flag
  /** When a code was accepted; null if a remembered device stood for it, or none was asked. */
  mfa_passed_at: Instant | null
  /** A keyed hash of the address that the sign-in came from. */
  address: string | null
  /** The address itself, sealed, and the browser's own words for itself: for the person whose session it is. */
  place: string | null
  device: string | null
  /** Guid of the administrator who opened it as the learner; null if the person signed in. */
  made_by: string | null
  /** When the learner confirmed the rubric in it; null until then. */
  rubric_confirmed_at: Instant | null
  /** Until when it may be entered by a launch address, for which alone it was opened; null if it is a sign-in like any other. */
  launch_until: Instant | null
}

export interface SessionSecrets {
  /** SHA-256 of the refresh token that holds, and of the one that it replaced. */
  refresh_hash: string
  previous_refresh_hash: string | null
}

export interface MfaTable {
  org_id: number
  user_guid: string
  /** 0 not set, 1 email, 2 text message, 3 app. */
  mfa_option: number
  /** Of the authenticator app, encrypted. */
  secret: string | null
  /** The last time step whose code was accepted: none up to it is accepted again. */
  last_step: number | null
}

/** The one code that was sent last for a purpose; a new one takes its place. */
export interface MfaCodeTable {
  org_id: number
  user_guid: string
  purpose: 'verify' | 'reset'
  session_id: string
  /** A keyed hash: six digits would be guessed from a plain one. */
  code_hash: string
  tries: number
  expires_at: Instant
}

/** A device that passes the second step without being asked, until it expires. */
export interface MfaDeviceTable {
  org_id: number
  device_hash: string
  user_guid: string
  expires_at: Instant
}

/** A token that represents one thing a person may do once: set a password, or sign in with an administrator's leave. */
export interface PersonalTokenTable {
  org_id: number
  token_hash: string
  user_guid: string
  purpose: 'password' | 'login'
  expires_at: Instant
  /** Guid of the administrator who made it. */
  made_by: string | null
  /** When it was used up, and the hash of the id of the request that did. */
  used_at: Instant | null
  used_by: string | null
}

/** Failures that were counted in a bucket, which empties with time. */
export interface AttemptTable {
  org_id: number
  bucket: string
  level: number
  changed_at: Instant
  /** Milliseconds in which one leaks out. */
  leak_ms: number
}

/** Which administrator signed in as which learner. Nothing is changed or deleted here. */
export interface AdminLoginTable {
  org_id: number
  session_id: string
  admin_guid: string
  user_guid: string
  signed_in_at: Instant
}
