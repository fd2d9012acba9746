import type { Flag, Instant } from './columns.ts'

/**
 * A version of the mark scheme of a question, or of one of its parts, of a version of an exam. What the exam brought is no row. The highest
 * number counts; none is ever changed or removed, but for `is_settled`.
 */
export interface MarkSchemeTable {
  org_id: number
  exam_guid: string
  /** Of the exam. */
  version: number
  question_id: string
  /** `''` is the question as a whole. */
  part: string
  /** The version of the scheme. What the exam brought is 1, so that the first row beside it is 2. */
  number: number
  /** JSON, as `MarkScheme`. */
  scheme: string
  /** Why it was changed; empty of an import. */
  reason: string
  /** Guid of a person; null if an import brought it. */
  written_by: string | null
  written_at: Instant
  /** What happened to responses that were marked by an earlier version. */
  marked: 'none' | 'keep' | 'return'
  /** How many were marked when it was written. */
  affected: number
  /** All responses that were to return to the queue have returned. */
  is_settled: Flag
}
