import type { Instant } from './columns.ts'

/** A version of the rules by which the marks of a delivery become results. The highest number counts; none is ever changed or removed. */
export interface ResultRulesTable {
  org_id: number
  delivery_id: string
  /** Counts from 1. */
  version: number
  /** JSON, as a list of `Decision`. */
  decisions: string
  /** JSON, as a list of `Boundary`; null where those of the exam count. */
  boundaries: string | null
  /** JSON, as `Share`. */
  pass_mark: string | null
  reason: string
  /** Guid of a person. */
  author: string
  at: Instant
  /** The version that it made all to be like again; null of any other change. */
  restored: number | null
  /** Of the preview that was applied; null of what was undone. */
  preview_hash: string | null
  /** Hash of the version before it; empty of the first. */
  previous_hash: string
  /** Over all that it says, and the hash before it. */
  hash: string
}
