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
import type { Parameters, StatementReply, Step, TransactionReply } from './sqlite-messages.ts'

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
  readonly #waiting = new Map<number, { resolve(reply: StatementReply | TransactionReply): void; reject(error: Error): void }>()
  readonly #broken = Promise.withResolvers<Error>()
  #failure: Error | undefined
  #lastId = 0

  constructor(path: string) {
    this.#worker = new Worker(new URL('./sqlite-worker.js', import.meta.url), { workerData: { path } })
    this.#worker.on('message', (reply: StatementReply | TransactionReply) => {
      this.#waiting.get(reply.id)?.resolve(reply)
      this.#waiting.delete(reply.id)
    })
    // What a thread throws, or Node about it, is an error.
    this.#worker.on('error', (error) => this.#fail(error as Error))
    this.#worker.on('exit', () => this.#fail(new Error('The thread of SQLite has ended')))
  }

  get broken(): Promise<Error> {
    return this.#broken.promise
  }

  #fail(error: Error) {
    if (this.#failure) return
    this.#failure = error
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
    this.#broken.resolve(error)
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const reply = await this.#ask<StatementReply>({ sql, parameters })
    // The rows are what the statement selected; its type is the query builder's.
    return { rows: reply.rows as R[], numAffectedRows: BigInt(reply.changes) }
  }

  async transact(steps: readonly Step[], each: readonly Parameters[]): Promise<unknown[][]> {
    return (await this.#ask<TransactionReply>({ steps, each })).results
  }

  async #ask<R extends StatementReply | TransactionReply>(what: object): Promise<Exclude<R, { error: unknown }>> {
    if (this.#failure) throw this.#failure
    const id = ++this.#lastId
    const reply = await new Promise<StatementReply | TransactionReply>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, ...what })
    })
    if ('error' in reply) throw new SqliteError(reply.error.message, reply.error.code)
    // What the worker answers to this message.
    return reply as Exclude<R, { error: unknown }>
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite here streams no rows.')
  }

  async close() {
    this.#worker.removeAllListeners('exit')
    if (this.#failure) return
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

  /** In its turn, like any transaction. */
  async transact(steps: readonly Step[], each: readonly Parameters[]) {
    const connection = await this.acquireConnection()
    try {
      return await connection.transact(steps, each)
    } finally {
      await this.releaseConnection()
    }
  }

  async destroy() {
    await this.#connection.close()
  }

  get broken() {
    return this.#connection.broken
  }
}

/**
 * One transaction in one way there and back: its steps in their order, once with each set of parameters. Answers of each set the
 * rows of the last statement. Throws, and changes nothing, where one fails.
 */
export type Transact = (steps: readonly Step[], each: readonly Parameters[]) => Promise<unknown[][]>

export interface OpenedSqlite {
  readonly dialect: Dialect
  /** What a statement at a time would be too slow for. */
  readonly transact: Transact
  /** Resolves with why where it can never be used again: its thread has ended. */
  readonly broken: Promise<Error>
}

/** kysely over the SQLite that is built into Node. */
export const openSqliteDriver = (path: string): OpenedSqlite => {
  const driver = new SqliteDriver(path)
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return { dialect, transact: (steps, each) => driver.transact(steps, each), broken: driver.broken }
}
