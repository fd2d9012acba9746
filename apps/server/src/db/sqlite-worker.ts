import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What the main thread asks of this one. */
export interface Statement {
  readonly id: number
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Statements of one transaction, which are all known before it begins. */
export interface Transaction {
  readonly id: number
  readonly statements: readonly NamedStatement[]
}

/** A statement whose parameters are named, `$name` in its text. */
export interface NamedStatement {
  readonly sql: string
  readonly parameters: Readonly<Record<string, SQLInputValue>>
}

interface Failed {
  readonly id: number
  readonly error: { readonly message: string; readonly code: string }
}

/** What it answers: rows, or what went wrong. */
export type StatementReply = { readonly id: number; readonly rows: unknown[]; readonly changes: number } | Failed

/** The rows of each statement of a transaction. */
export type TransactionReply = { readonly id: number; readonly results: unknown[][] } | Failed

const { path } = workerData as { path: string }
const database = new DatabaseSync(path)

/** SQLite's code for a file that another process holds. */
const busy = 5
const pauseMs = 20
const mostPauses = 250

const codeOf = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff

/** The switch to the write-ahead log is refused at once, whatever the time-out, while another process makes it too. */
const switchToWriteAheadLog = () => {
  for (let pauses = 0; ; pauses += 1)
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (codeOf(error) !== busy || pauses === mostPauses) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
}

database.exec('pragma busy_timeout = 5000')
switchToWriteAheadLog()
// FULL and the write-ahead log together sync at every commit: what is acknowledged survives a power cut.
database.exec('pragma synchronous = full; pragma foreign_keys = on')

const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()

const prepare = (sql: string) => {
  const known = prepared.get(sql)
  if (known) return known
  // Statements with lists of values differ in length, so the cache has to have an end.
  if (prepared.size > 500) prepared.clear()
  const statement = database.prepare(sql)
  prepared.set(sql, statement)
  return statement
}

const sqliteValue = (value: unknown): SQLInputValue => {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as SQLInputValue
}

const run = ({ id, sql, parameters }: Statement): StatementReply => {
  try {
    const statement = prepare(sql)
    const values = parameters.map(sqliteValue)
    if (statement.columns().length > 0) {
      const rows = statement.all(...values)
      return { id, rows, changes: rows.length }
    }
    return { id, rows: [], changes: Number(statement.run(...values).changes) }
  } catch (error) {
    return failed(id, error)
  }
}

const failed = (id: number, error: unknown): Failed => ({
  id,
  error: { message: error instanceof Error ? error.message : String(error), code: `SQLITE_${codeOf(error)}` },
})

const runTransaction = ({ id, statements }: Transaction): TransactionReply => {
  try {
    database.exec('begin immediate')
    const results = statements.map(({ sql, parameters }) => prepare(sql).all(parameters))
    database.exec('commit')
    return { id, results }
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    return failed(id, error)
  }
}

parentPort?.on('message', (message: Statement | Transaction | 'close') => {
  if (message === 'close') {
    database.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage('statements' in message ? runTransaction(message) : run(message))
})
