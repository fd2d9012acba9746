import type { Flag, Instant, Json } from './columns.ts'

/** A package that somebody uploads to the library, and what was read of it, until they accept or cancel. */
export interface LibraryUploadTable {
  org_id: number
  upload_id: string
  user_guid: string
  file_name: string
  /** Bytes, as announced. */
  file_size: number
  /** Bytes that have come, and in how many chunks. */
  received: number
  chunks: number
  state: 'receiving' | 'waiting' | 'reading' | 'ready' | 'refused' | 'stored'
  made_at: Instant
  stored_at: Instant | null
  /** Which process reads it, and when that last gave a sign of life. */
  reader: string | null
  reader_at: Instant | null
  /** How often it was begun to be read. */
  attempts: number
  items_read: number
  /** What was read (`library/uploads/read-result.ts`); null before. */
  result: Json | null
  /** SHA-256 over what was read. */
  report_hash: string | null
  /** Marks are lost, or how the exam is made up. */
  grave: Flag
  /** What was in the library in its place when it was read; what is stored then has to be there still. */
  basis: string | null
  exam_guid: string | null
  version: number | null
  /** The exam as it would be stored, with its keys. */
  exam_content: Json | null
}

/** A piece of an upload's bytes. */
export interface LibraryUploadChunkTable {
  org_id: number
  upload_id: string
  /** Counts from 0. */
  number: number
  bytes: Uint8Array
}

/** What happened to one item of an upload. */
export interface LibraryUploadItemTable {
  org_id: number
  upload_id: string
  /** Counts from 1. */
  number: number
  has_loss: Flag
  item: Json
}

/** What lists show of an exam, worked out once from its content. It holds as long as both have the same `imported_at`. */
export interface ExamSummaryTable {
  org_id: number
  exam_guid: string
  version: number
  imported_at: Instant
  name: string
  /** As searches compare it. */
  name_folded: string
  questions: number
  marks: number
  sections: Json
  types: Json
  /** Guid of who accepted it in the office; null if a command stored it. */
  stored_by: string | null
}
