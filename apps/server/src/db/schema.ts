/** Milliseconds since 1970, UTC. Both databases keep it as an integer. */
type Instant = number
/** 0 or 1, because SQLite has no booleans. */
type Flag = number
/** JSON as text. */
type Json = string

export interface OrganisationTable {
  org_id: number
  name: string
  url_token: string
  /** Everything else of the organisation, as the organisation file gives it. */
  details: Json
}

export interface SettingTable {
  org_id: number
  name: string
  value: string
}

export interface MessageTable {
  org_id: number
  language_id: number
  message_id: string
  text: string
}

export interface PersonTable {
  org_id: number
  user_guid: string
  user_id: number
  username: string
  password_hash: string
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
}

export interface SessionTable {
  org_id: number
  session_id: string
  user_guid: string
  /** SHA-256 of the refresh token that holds, and of the one that it replaced. */
  refresh_hash: string
  previous_refresh_hash: string | null
  started_at: Instant
  refreshed_at: Instant
  ended_at: Instant | null
  end_reason: 'logout' | 'double-login' | 'refresh-reused' | 'password-reset' | 'expired' | 'ended-by-person' | null
  /** The second step is still to be done. */
  mfa_pending: Flag
  /** When a code was accepted; null where a remembered device stood for it, or none was asked. */
  mfa_passed_at: Instant | null
  /** A keyed hash of the address that the sign-in came from. */
  address: string | null
  /** The address itself, sealed, and the browser's own words for itself: for the person whose session it is. */
  place: string | null
  device: string | null
  /** Guid of the administrator who opened it as the learner; null where the person signed in. */
  made_by: string | null
  /** When the learner confirmed the rubric in it; null until then. */
  rubric_confirmed_at: Instant | null
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

/** A token that stands for one thing a person may do once: set a password, or sign in with an administrator's leave. */
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
}

/** Wrong tries at the password of a schedule, for the staff who watch over it. */
export interface ExamPasswordGuessTable {
  org_id: number
  schedule_guid: string
  wrong: number
  last_at: Instant
}

/** Which administrator signed in as which learner. Nothing is changed or deleted here. */
export interface AdminLoginTable {
  org_id: number
  session_id: string
  admin_guid: string
  user_guid: string
  signed_in_at: Instant
}

/** What the security log has of one event. Only ever added to, but for what says of whom it is (`security-log/chain.ts`). */
export interface SecurityEventTable {
  /** 0 of what concerns no organisation that is known. */
  org_id: number
  /** Counts from 1 in each organisation. */
  number: number
  at: Instant
  kind: string
  /** All of the event, with chance in it; null once it was taken out. */
  content: Json | null
  /** SHA-256 over the content: it outlives it. */
  content_hash: string
  /** Of the content, to be found by: whom it concerns, by guid and by the name that was given, and the address it came from. */
  user_guid: string | null
  username: string | null
  address: string | null
  previous_hash: string
  hash: string
}

/** The last link of each organisation's security log. */
export interface SecurityChainTable {
  org_id: number
  number: number
  hash: string
}

export interface ExamTable {
  org_id: number
  exam_guid: string
  version: number
  name: string
  /** The authored exam with its keys: never leaves the server as it is. */
  content: Json
  imported_at: Instant
}

export interface ExamResourceTable {
  org_id: number
  exam_guid: string
  version: number
  path: string
  media_type: string
  /** Bytes. */
  size: number
}

/** The bytes of a file of an exam, in chunks of `chunkBytes`; the last one holds the rest. */
export interface ExamResourceChunkTable {
  org_id: number
  exam_guid: string
  version: number
  path: string
  /** Counts from 0. */
  number: number
  bytes: Uint8Array
}

export interface ScheduleTable {
  org_id: number
  schedule_guid: string
  user_guid: string
  exam_guid: string
  version: number
  schedule_type: number
  info: string
  start_at: Instant | null
  complete_at: Instant | null
  practice: Flag
  password_hash: string | null
  cant_start_message: string | null
  extra_time_seconds: number | null
  /** Who proctors it: `Proctorio`, `IntegrityAdvocate`, or `none`; null where that is for its exam to say. */
  proctor_provider: string | null
  /** What holds it to Safe Exam Browser, as JSON (import/authored-seb.ts); null where that is for its exam to say. */
  safe_exam_browser: string | null
}

export interface SchedulePassTable {
  org_id: number
  schedule_guid: string
  session_id: string
  passed_at: Instant
}

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
  /** Null where the exam is not timed. Never rises by a claim of a browser. */
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
  /** When all of its time is over, by the ledger: null where there is no end to it, and in a pause. */
  ends_at: Instant | null
  /** Since when its last pause is, or was: nothing is given out and nothing counts from then until `held_until`. */
  paused_at: Instant | null
  /** When its learner went on, or the offer to runs out; `neverMs` in a pause that nobody has ended. Null where it was never paused. */
  held_until: Instant | null
  /** The number of the last event in its ledger; 0 where it has none yet. */
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
  /** The hash of the last event in its ledger; null where that is from before ledgers were chained. */
  ledger_hash: string | null
  /** When its mark was told for the first time, to whomever: from then on nothing of its learner changes it. */
  marks_told_at: Instant | null
  /** How many saves were written into it while it was open. */
  saves: number
  /** How many saves are in its history, and the link of the last one; null where its history isn't chained (`history-chain.ts`). */
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
  /** SHA-256 of the ticket that the provider brings its learner back with, and until when it holds; null where it brings nobody. */
  ticket_hash: string | null
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

/** What became of the supervision of a schedule before its form run began, which takes it into its ledger. Only ever added to. */
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

/** When answers of a form run's parts count, where there is anything to say of it; worked out from its ledger. */
export interface FormRunPartTable {
  org_id: number
  form_run_guid: string
  part_id: string
  /** Its time is over then, or it was closed. */
  ends_at: Instant | null
  /** What is to read is over then, and answers count; null where there is nothing to wait for. */
  opens_at: Instant | null
  /** The last save that was numbered when it was closed: none with a higher number counts. Null where it isn't closed. */
  last_sequence: number | null
}

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
  /** When it was typed, as was worked out; null where that can't be known, and of what was simply in time. */
  typed_at: Instant | null
  /** Why it was judged as it was: a reason of `late-answers` in `packages/exam`; null of what was simply in time. */
  judged: string | null
  /** What its browser claimed, and the silences that it was held against: null where nothing had to be judged. */
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

export interface ActivityTable {
  org_id: number
  form_run_guid: string
  activity_id: string
  type: number
  value: Json
  received_at: Instant
}

export interface MarkTable {
  org_id: number
  form_run_guid: string
  question_id: string
  score: number
  max_score: number
  needs_person: Flag
}

export interface ErrorReportTable {
  org_id: number
  report_id: string
  received_at: Instant
  report: Json
}

export interface CounterTable {
  org_id: number
  name: string
  value: number
}

/** Written by the query builder's migrator. */
export interface MigrationTable {
  name: string
  /** ISO 8601. */
  timestamp: string
}

/** The tables, as the migrations leave them; `migrate.test.ts` holds them against both databases. */
/** A file that a learner uploaded. A deleted one stays as a row without bytes, so that its request, repeated, doesn't bring it back. */
export interface UploadedFileTable {
  org_id: number
  file_guid: string
  form_run_guid: string
  /** Of its chunks; each attempt to upload it writes chunks of its own. */
  content_guid: string
  file_name: string
  mime_type: string
  /** Bytes. */
  file_size: number
  sha256: string
  /** Where it stands in the list; one that replaces another has the other's. */
  position: number
  uploaded_at: Instant
  /** Milliseconds after the end of the time, where it came then. */
  late_ms: number | null
  deleted_at: Instant | null
  /** The question at which it was chosen; null where its browser didn't say. */
  question_id: string | null
  /**
   * `applied` and `late-applied`, after the completion, count. What came too late doesn't, and is kept as an answer is: `over-time`,
   * `in-pause`, or `review` where it waits for the exam's staff.
   */
  outcome: 'applied' | 'late-applied' | 'over-time' | 'in-pause' | 'review'
  /** When it was chosen, why it was judged as it was, and on what: as of an answer. */
  typed_at: Instant | null
  judged: string | null
  evidence: Json | null
  /** When staff let one count that came too late. */
  accepted_at: Instant | null
  /** Whether the ledger tells of it; 0 where it is from before ledgers did. */
  in_ledger: Flag
  /** What a scanner said of it: `waiting` where it couldn't be asked; null where there is none. Nobody is given what isn't clean. */
  scan: 'clean' | 'waiting' | 'infected' | null
  /** What it found, or why it couldn't be asked; and when it was asked last. */
  scan_note: string | null
  scanned_at: Instant | null
}

/** A file whose hash was announced. Its bytes stand in chunks of their own until it is there as an `uploaded_file`. */
export interface AnnouncedFileTable {
  org_id: number
  /** Of the file that it becomes. */
  file_guid: string
  form_run_guid: string
  /** Of the chunks that have come; another one once they were thrown away. */
  content_guid: string
  file_name: string
  mime_type: string
  /** Bytes, and their hash, as announced. */
  file_size: number
  sha256: string
  question_id: string | null
  /** The file whose place it takes. */
  replaces: string | null
  announced_at: Instant
  /** How the announcement was judged when it came, and on what: as of an answer. */
  verdict: 'count' | 'review' | 'late'
  judged: string
  typed_at: Instant | null
  /** 1: it was announced in a pause. */
  in_pause: Flag
  evidence: Json
  /** Bytes that have come, and in how many chunks. */
  received: number
  chunks: number
  /** When the last of them came. */
  received_at: Instant | null
  /** When bytes came first that made another hash. */
  refused_at: Instant | null
}

/** A piece of a file's bytes. Chunks that no file names are of an upload that never ended. */
export interface FileChunkTable {
  org_id: number
  content_guid: string
  /** Counts from 0. */
  number: number
  received_at: Instant
  bytes: Uint8Array
}

/** The generations of the database; the last one is the present. */
export interface GenerationTable {
  /** Counts from 1. */
  number: number
  generation: string
  since_at: Instant
  /** Why the one before it ended: `first`, `operator`, or a sign that the database was set back. */
  because: 'first' | 'operator' | 'generation-lost' | 'beats-lost' | 'other-place' | 'saves-lost'
  /** What names its place; see `generation/database-mark.ts`. */
  mark: string
  /** How many signs of life the servers have written in it. */
  beats: number
}

/** The last sign of life of each server, and by which clocks it was given. */
export interface HeartbeatTable {
  /** A name that a server makes up when it starts. */
  node: string
  server_at: Instant
  /** The machine's clock then. */
  wall_at: Instant
  /** Of the machine's run since it was switched on; null where the system doesn't tell. */
  boot_id: string | null
  uptime_ms: number
  /** PostgreSQL's own clock then. */
  database_at: Instant | null
  /** Since when nothing tells how long nobody served; null where that is known. */
  held_since: Instant | null
  /** The server was told to stop. */
  is_last: Flag
}

/** Stretches in which no server answered, by the servers' clock. */
export interface OutageTable {
  from_at: Instant
  to_at: Instant
}

/** What an operator said: that the machine's clock is right, where the servers don't follow it. */
export interface ClockWordTable {
  number: number
  said_at: Instant
  /** When a server did as it says; null while none has. */
  applied_at: Instant | null
}

/** A course as a package gave it. A package that changed is another version; who has begun one stays with it. */
export interface CourseTable {
  org_id: number
  course_guid: string
  /** Counts from 1 in each course. */
  version: number
  course_id: number
  name: string
  description: string | null
  standard: '1.2' | '2004' | 'cmi5'
  /** Its SCOs in order and its sequencing: `course/course-content.ts`. */
  content: Json
  /** Of its files. */
  content_guid: string
  /** What the package's files come to: the same package again is no other version. */
  fingerprint: string
  imported_at: Instant
}

/** A file of a course. Files that no course names are of an import that broke off. */
export interface CourseFileTable {
  org_id: number
  content_guid: string
  path: string
  media_type: string
  /** Bytes. */
  size: number
  stored_at: Instant
}

/** The bytes of a file of a course, in chunks of `resourceChunkBytes`; the last one holds the rest. */
export interface CourseFileChunkTable {
  org_id: number
  content_guid: string
  path: string
  /** Counts from 0. */
  number: number
  bytes: Uint8Array
}

/** A course that a learner was given. Statuses as of `sco_attempt`. */
export interface CourseAttemptTable {
  org_id: number
  course_attempt_guid: string
  course_attempt_id: number
  user_guid: string
  course_guid: string
  version: number
  status: number
  given_at: Instant
  started_at: Instant | null
  /** When it was completed or failed. */
  ended_at: Instant | null
  /** Where its sequencing stands, as the run time in the browser writes it down. */
  sequencing_state: string | null
  /** How often each activity that holds others was begun: pairs of id and count; null where none was counted. */
  cluster_attempts: Json | null
}

/** One SCO of a course that a learner was given, from the start on. */
export interface ScoAttemptTable {
  org_id: number
  sco_attempt_id: number
  sco_attempt_guid: string
  course_attempt_guid: string
  /** Which of the course's SCOs it is; counts from 0. */
  position: number
  /** 0 not started, 1 started, 2 completed, 3 failed. */
  status: number
  started_at: Instant | null
  ended_at: Instant | null
  /** What it has set, by element. */
  data: Json
  /** What that says of completion, success and score: `sco-outcome.ts` of `packages/exam`. */
  outcome: Json
  /** Of the save that stands. */
  number: number
  /** The highest number that was set aside for a page that opened it. */
  last_sequence: number
  /** It is completed or failed, and was closed: saves numbered above this change nothing. Null until then. */
  over_from: number | null
  /** The save that stands was the last one of its opening. */
  has_ended: Flag
  /** How many rows its history has. */
  saves: number
  saved_at: Instant | null
  /** Attempts at it that are over, besides the one that stands. */
  attempts: number
}

/** Every save of a SCO that ever came, and each reset; nothing is changed or deleted here. */
export interface ScoSaveTable {
  org_id: number
  sco_attempt_id: number
  /** Counts from 1 in each SCO attempt. */
  entry: number
  save_guid: string
  number: number
  /** Guid of the tab that sent it; of a reset, who did it. */
  writer: string
  ends: Flag
  /** `older`: a newer one stood. `over`: the SCO was closed. Neither replaces anything. */
  outcome: 'applied' | 'older' | 'over' | 'reset'
  /** Of the SCO after it. */
  status: number
  /** The elements in which it differs from what stood before, with their values; null of those that it lacks. */
  changes: Json
  /** SHA-256 over all that was sent, by which a repeated save is known for what it is. */
  hash: string
  received_at: Instant
}

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
  /** Fingerprints of the secret in its fetch address, and of the token that this gave out. */
  fetch_hash: string
  token_hash: string | null
  launched_at: Instant
  fetched_at: Instant | null
  /** When its AU last stored a statement. */
  heard_at: Instant | null
  initialized_at: Instant | null
  terminated_at: Instant | null
  abandoned_at: Instant | null
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
  /** Empty where it belongs to none. */
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

export interface Schema {
  organisation: OrganisationTable
  setting: SettingTable
  message: MessageTable
  person: PersonTable
  session: SessionTable
  exam: ExamTable
  exam_resource: ExamResourceTable
  exam_resource_chunk: ExamResourceChunkTable
  schedule: ScheduleTable
  schedule_pass: SchedulePassTable
  proctored_session: ProctoredSessionTable
  supervision_event: SupervisionEventTable
  form_run: FormRunTable
  form_run_event: FormRunEventTable
  form_run_part: FormRunPartTable
  answer: AnswerTable
  answer_event: AnswerEventTable
  activity: ActivityTable
  mark: MarkTable
  error_report: ErrorReportTable
  counter: CounterTable
  mfa: MfaTable
  mfa_code: MfaCodeTable
  mfa_device: MfaDeviceTable
  personal_token: PersonalTokenTable
  attempt: AttemptTable
  admin_login: AdminLoginTable
  erased_save: ErasedSaveTable
  erased_form_run: ErasedFormRunTable
  erased_person: ErasedPersonTable
  security_event: SecurityEventTable
  security_chain: SecurityChainTable
  uploaded_file: UploadedFileTable
  announced_file: AnnouncedFileTable
  file_chunk: FileChunkTable
  course: CourseTable
  course_file: CourseFileTable
  course_file_chunk: CourseFileChunkTable
  course_attempt: CourseAttemptTable
  sco_attempt: ScoAttemptTable
  sco_save: ScoSaveTable
  cmi5_registration: Cmi5RegistrationTable
  cmi5_session: Cmi5SessionTable
  xapi_statement: XapiStatementTable
  xapi_mention: XapiMentionTable
  xapi_activity: XapiActivityTable
  xapi_document: XapiDocumentTable
  xapi_attachment: XapiAttachmentTable
  xapi_reference: XapiReferenceTable
  xapi_forward: XapiForwardTable
  xapi_set_aside: XapiSetAsideTable
  exam_password_guess: ExamPasswordGuessTable
  server_generation: GenerationTable
  server_heartbeat: HeartbeatTable
  server_outage: OutageTable
  server_clock_word: ClockWordTable
  migration_applied: MigrationTable
}
