import type { Flag, Instant, Json } from './columns.ts'

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
  /** The question at which it was chosen; null if its browser didn't say. */
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
  /** Whether the ledger tells of it; 0 if it is from before ledgers did. */
  in_ledger: Flag
  /**
   * What a scanner said of it: `waiting` where it couldn't be asked, `too-large` where it takes none of this size; null if there is
   * none. Nobody is given what isn't clean, unless staff ask for what no scanner has looked at.
   */
  scan: 'clean' | 'waiting' | 'too-large' | 'infected' | null
  /** What it found, or why it couldn't be asked; and when it was asked last. */
  scan_note: string | null
  scanned_at: Instant | null
}

/** A file whose hash was announced. Its bytes are in their own chunks until it is there as an `uploaded_file`. */
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
