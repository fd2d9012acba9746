import type { Flag, Instant, Json } from './columns.ts'

/** An enrolment in a course of cmi5: it begins with the first launch, and a reset begins another one. */
export interface Cmi5RegistrationTable {
  org_id: number
  registration: string
  course_attempt_guid: string
  /** Counts from 1 in each course attempt; the last one stands. */
  number: number
  user_guid: string
  /** Of the learner's account in statements: the same for all of an organisation, whatever its address becomes. */
  home_page: string
  /** The blocks, and the course, that were said to be satisfied, by their publisher's ids. */
  satisfied: Json
  made_at: Instant
  /** When it was set back, and by whom. */
  ended_at: Instant | null
  ended_by: string | null
}

/** A launch of an AU until it is terminated or abandoned. */
export interface Cmi5SessionTable {
  org_id: number
  session_guid: string
  registration: string
  sco_attempt_id: number
  /** What it was launched with: `SessionTerms` of `packages/exam`. */
  terms: Json
  /** What it has heard: `SessionSoFar` of `packages/exam`. */
  so_far: Json
  launched_at: Instant
  fetched_at: Instant | null
  /** When its AU last stored a statement. */
  heard_at: Instant | null
  initialized_at: Instant | null
  terminated_at: Instant | null
  abandoned_at: Instant | null
}

export interface Cmi5SessionSecrets {
  /** Fingerprints of the secret in its fetch address, and of the token that this address returned. */
  fetch_hash: string
  token_hash: string | null
}

/** A statement of the learning record store; nothing is changed or deleted here. */
export interface XapiStatementTable {
  org_id: number
  /** In the order in which they were stored; counts from 1 in each organisation. */
  number: number
  statement_id: string
  verb: string
  registration: string | null
  /** Of the AU's launch that it came from, or that the server speaks of. */
  session_guid: string | null
  statement: Json
  /** SHA-256 over what it says: another one of this id has to say the same. */
  said: string
  stored_at: Instant
}

/** What a statement speaks of. */
export interface XapiMentionTable {
  org_id: number
  /** SHA-256 over the kind, and the activity's id or what identifies the agent. */
  hash: string
  /** Of the statement. */
  number: number
  /** It is the statement's object, or its actor. */
  is_direct: Flag
}

/** The bytes of a statement's attachment that came with it. */
export interface XapiAttachmentTable {
  org_id: number
  /** Of the statement. */
  number: number
  sha2: string
  media_type: string
  size: number
  content: Uint8Array
}

/** A statement that another one points at, directly or by others; it may be none that is stored. */
export interface XapiReferenceTable {
  org_id: number
  /** Of the one that points. */
  number: number
  target_id: string
}

/** How far the statements of an organisation were handed on to the operator's own store. */
export interface XapiForwardTable {
  org_id: number
  /** Number of the last one that it has, or has refused. */
  sent_through: number
  /** That failed in a row. */
  tries: number
  /** Until then nobody tries: the last try failed, or one is under way. */
  next_at: Instant
  problem: string | null
  failing_since: Instant | null
}

/** A statement that the operator's store refused for good. */
export interface XapiSetAsideTable {
  org_id: number
  number: number
  reason: string
  set_aside_at: Instant
}

/** What statements have said of an activity, the latest of each part. */
export interface XapiActivityTable {
  org_id: number
  /** As of `xapi_mention`. */
  hash: string
  definition: Json
}

/** A document of a state, an agent or an activity. */
export interface XapiDocumentTable {
  org_id: number
  /** SHA-256 over the kind of the document, and the activity and the agent that have it. */
  owner: string
  /** Empty if it belongs to none. */
  registration: string
  document_id: string
  /** SHA-256 over the id. */
  id_hash: string
  media_type: string
  content: Uint8Array
  /** SHA-1 over the content. */
  etag: string
  updated_at: Instant
}
