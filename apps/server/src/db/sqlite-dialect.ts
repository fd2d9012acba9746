import { Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { StatementReply } from './sqlite-worker.ts'

/** An error of SQLite; `code` is `SQLITE_` and its primary result code (13 is a full disk). */
export class SqliteError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** One connection in a worker thread, so that a commit's wait for the disk never holds up other requests' work. */
class SqliteConnection implements DatabaseConnection {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve(reply: StatementReply): void; reject(error: Error): void }>()
  #lastId = 0

  constructor(path: string) {
    this.#worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: { path } })
    this.#worker.on('message', (reply: StatementReply) => {
      this.#waiting.get(reply.id)?.resolve(reply)
      this.#waiting.delete(reply.id)
    })
    this.#worker.on('error', (error) => {
      for (const waiting of this.#waiting.values()) waiting.reject(error as Error)
      this.#waiting.clear()
    })
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const id = ++this.#lastId
    const reply = await new Promise<StatementReply>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, sql, parameters })
    })
    if ('error' in reply) throw new SqliteError(reply.error.message, reply.error.code)
    // The rows are what the statement selected; its type is the query builder's.
    return { rows: reply.rows as R[], numAffectedRows: BigInt(reply.changes) }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite here streams no rows.')
  }

  async close() {
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage('close')
    await ended
  }
}

/** One transaction after another: whoever asks for the connection waits for it. */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  #turn: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  constructor(path: string) {
    this.#connection = new SqliteConnection(path)
  }

  async init() {}

  async acquireConnection() {
    const before = this.#turn
    let release = () => {}
    this.#turn = new Promise((resolve) => {
      release = resolve
    })
    await before
    this.#release = release
    return this.#connection
  }

  async releaseConnection() {
    this.#release?.()
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {
    await this.#connection.close()
  }
}

/** kysely over the SQLite that is built into Node. */
export const sqliteDialect = (path: string): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SqliteDriver(path),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
