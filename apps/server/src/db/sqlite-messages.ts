import type { SQLInputValue } from 'node:sqlite'

/** What the main thread asks of SQLite's. */
export interface Statement {
  readonly id: number
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** One transaction: its statements, one after another, once with each of the sets of parameters. */
export interface Transaction {
  readonly id: number
  readonly statements: readonly string[]
  readonly each: readonly NamedParameters[]
}

/** Those of statements in which a parameter stands as `$name`; a statement takes those of them that it names. */
export type NamedParameters = Readonly<Record<string, SQLInputValue>>

/** What went wrong. */
export interface Failed {
  readonly id: number
  readonly error: { readonly message: string; readonly code: string }
}

/** What it answers: rows, or what went wrong. */
export type StatementReply = { readonly id: number; readonly rows: unknown[]; readonly changes: number } | Failed

/** Of each set of parameters the rows of the last statement that selects. */
export type TransactionReply = { readonly id: number; readonly results: unknown[][] } | Failed
