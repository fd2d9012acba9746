import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What the main thread asks of this one. */
export interface Statement {
  readonly id: number
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What it answers: rows, or what went wrong. */
export type StatementReply =
  | { readonly id: number; readonly rows: unknown[]; readonly changes: number }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string } }

const { path } = workerData as { path: string }
const database = new DatabaseSync(path)
// The time-out comes first, because another process may be opening the same file. FULL and WAL together sync the log at every
// commit: what is acknowledged survives a power cut.
database.exec(`
  pragma busy_timeout = 5000;
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
`)

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
    const { message, errcode } = error as Error & { errcode?: number }
    return { id, error: { message, code: `SQLITE_${(errcode ?? 0) & 0xff}` } }
  }
}

parentPort?.on('message', (message: Statement | 'close') => {
  if (message === 'close') {
    database.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(run(message))
})
