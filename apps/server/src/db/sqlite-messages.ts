import type { SQLInputValue } from 'node:sqlite'

/** What the main thread asks of SQLite's. */
export interface Statement {
  readonly id: number
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A statement of a transaction, with its parameters as `?1`, `?2` …; `stepOf` makes it. */
export interface Step {
  readonly sql: string
  /** Which of a set of parameters each of its own is: the first is `?1`. */
  readonly takes: readonly number[]
  /** It begins with `select`, or returns what it writes: its rows are what the transaction answers. */
  readonly isSelect: boolean
}

/** A set of parameters, in an order that the steps know. */
export type Parameters = readonly SQLInputValue[]

/** One transaction: its steps, one after another, once with each of the sets of parameters. */
export interface Transaction {
  readonly id: number
  readonly steps: readonly Step[]
  readonly each: readonly Parameters[]
}

/** What went wrong. */
export interface Failed {
  readonly id: number
  readonly error: { readonly message: string; readonly code: string }
}

/** What it answers: rows, or what went wrong. */
export type StatementReply = { readonly id: number; readonly rows: unknown[]; readonly changes: number } | Failed

/** Of each set of parameters the rows of the last statement that has any. */
export type TransactionReply = { readonly id: number; readonly results: unknown[][] } | Failed

/** What the thread reports about the database's files, unasked. */
export interface FileNotice {
  /** `doubted`: nothing is acknowledged for now; `known`: the files are unchanged; `lost`: they were replaced, deleted or written over. */
  readonly what: 'doubted' | 'known' | 'lost'
  readonly message: string
}

/** What the thread sends: replies to messages, a notice, or files that have to stay open while this process uses the database. */
export type ThreadMessage =
  | { readonly replies: readonly (StatementReply | TransactionReply)[] }
  | { readonly notice: FileNotice }
  | { readonly files: readonly number[] }
