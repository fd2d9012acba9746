import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** One step of the schema. Once released it never changes: a mistake is corrected by a later one. */
export interface Migration {
  /** The day on which it was added, and its subject: `2026-11-29-first`. Migrations are applied in the order of their names. */
  readonly name: string
  /**
   * The reason why servers of the previous version keep working, if it does more than add tables and columns that may be left
   * out (decision 69). The check refuses it otherwise.
   */
  readonly goesOn?: string
  /** The statements in order. */
  statements(types: ColumnTypes): readonly string[]
  /**
   * Fills new columns that no statement can compute, after the statements and in their transaction, a bounded number of rows at
   * a time. After a release its results must not change: code that it uses may change only if servers of this version write the
   * same values.
   */
  fill?(kysely: Kysely<Schema>): Promise<void>
}

/** Types of columns that the two databases name differently. */
export interface ColumnTypes {
  /** A file's content. */
  readonly bytes: string
  /** A text that is sorted by its code points, in both databases and for every locale of the machine. */
  readonly ordered: string
}

export const columnTypes = {
  sqlite: { bytes: 'blob', ordered: 'text' },
  postgres: { bytes: 'bytea', ordered: 'text collate "C"' },
} as const satisfies Readonly<Record<string, ColumnTypes>>
