import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { FileNotice, Parameters, Step } from './sqlite-messages.ts'
import { SqliteThread } from './sqlite-thread.ts'

interface Waiting {
  /** It opens a transaction, and nothing of anybody else's comes in between. */
  readonly isTransaction: boolean
  /** Hands it to the thread. */
  ask(): void
}

/**
 * What may be handed to the thread now. It does one thing after another in the order in which it is told to, so that nobody waits here
 * for the end of a statement; but while a transaction is open all others wait for its end, in their order.
 */
class Gate {
  readonly #waiting: Waiting[] = []
  #isOpen = true

  get waiting() {
    return this.#waiting.length
  }

  pass<T>(isTransaction: boolean, ask: () => Promise<T>): Promise<T> {
    if (this.#isOpen) {
      this.#isOpen = !isTransaction
      return ask()
    }
    return new Promise((resolve) => this.#waiting.push({ isTransaction, ask: () => resolve(ask()) }))
  }

  /** The transaction that was open has ended. */
  reopen() {
    this.#isOpen = true
    while (this.#isOpen) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#isOpen = !next.isTransaction
      next.ask()
    }
  }
}

/** For a statement, or a transaction of several. */
class SqliteConnection implements DatabaseConnection {
  readonly #thread: SqliteThread
  readonly #gate: Gate
  #isInTransaction = false

  constructor(thread: SqliteThread, gate: Gate) {
    this.#thread = thread
    this.#gate = gate
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const ask = () => this.#thread.run<R>(query)
    return this.#isInTransaction ? ask() : this.#gate.pass(false, ask)
  }

  /** One that only reads keeps nobody of another process from writing, and sees the database as it is at its first statement. */
  async begin(isReadOnly: boolean) {
    await this.#gate.pass(true, () => {
      this.#isInTransaction = true
      return this.#thread.run(CompiledQuery.raw(isReadOnly ? 'begin deferred' : 'begin immediate'))
    })
  }

  /** Whoever waits for the end of its transaction continues; whether it has begun, and how it ended, is the query builder's to know. */
  release() {
    if (!this.#isInTransaction) return
    this.#isInTransaction = false
    this.#gate.reopen()
  }

  // biome-ignore lint/correctness/useYield: the query builder asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite here streams no rows.')
  }
}

class SqliteDriver implements Driver {
  readonly #thread: SqliteThread
  readonly #gate = new Gate()

  constructor(path: string, onFile: (notice: FileNotice) => void) {
    this.#thread = new SqliteThread(path, onFile)
  }

  async init() {}

  async acquireConnection() {
    return new SqliteConnection(this.#thread, this.#gate)
  }

  async releaseConnection(connection: SqliteConnection) {
    connection.release()
  }

  async beginTransaction(connection: SqliteConnection, { accessMode }: TransactionSettings) {
    await connection.begin(accessMode === 'read only')
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  transact(steps: readonly Step[], each: readonly Parameters[]) {
    return this.#gate.pass(false, () => this.#thread.transact(steps, each))
  }

  async destroy() {
    await this.#thread.close()
  }

  get broken() {
    return this.#thread.broken
  }

  get waiting() {
    return this.#gate.waiting + this.#thread.waiting
  }
}

class SqliteManyAdapter extends SqliteAdapter {
  /** The query builder would have all who wait for the one connection wake whenever it is free; the gate wakes one. */
  override get supportsMultipleConnections() {
    return true
  }

  /** SQLite takes tables back as it does rows; the migrator asks, to run within a transaction. */
  override get supportsTransactionalDdl() {
    return true
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
  /** Statements that are not answered yet. */
  readonly waiting: () => number
}

/** kysely over the SQLite that is built into Node. `onFile` receives notices about its files while it is open. */
export const openSqliteDriver = (path: string, onFile: (notice: FileNotice) => void): OpenedSqlite => {
  const driver = new SqliteDriver(path, onFile)
  const dialect: Dialect = {
    createAdapter: () => new SqliteManyAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return {
    dialect,
    transact: (steps, each) => driver.transact(steps, each),
    broken: driver.broken,
    waiting: () => driver.waiting,
  }
}
