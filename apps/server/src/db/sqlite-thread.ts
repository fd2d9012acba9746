import { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Parameters, StatementReply, Step, TransactionReply } from './sqlite-messages.ts'

/** An error of SQLite; `code` is `SQLITE_` and its primary result code (13 is a full disk). */
export class SqliteError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** The one connection to a file of SQLite, in a worker thread, so that a commit's wait for the disk never holds up other requests' work. */
export class SqliteThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve(reply: StatementReply | TransactionReply): void; reject(error: Error): void }>()
  readonly #broken = Promise.withResolvers<Error>()
  #failure: Error | undefined
  #lastId = 0

  constructor(path: string) {
    this.#worker = new Worker(new URL('./sqlite-worker.js', import.meta.url), { workerData: { path } })
    this.#worker.on('message', (replies: readonly (StatementReply | TransactionReply)[]) => {
      for (const reply of replies) {
        this.#waiting.get(reply.id)?.resolve(reply)
        this.#waiting.delete(reply.id)
      }
    })
    // What a thread throws, or Node about it, is an error.
    this.#worker.on('error', (error) => this.#fail(error as Error))
    this.#worker.on('exit', () => this.#fail(new Error('The thread of SQLite has ended')))
  }

  /** What was asked and isn't answered. */
  get waiting(): number {
    return this.#waiting.size
  }

  get broken(): Promise<Error> {
    return this.#broken.promise
  }

  /** Nothing is answered any more. */
  #end(error: Error) {
    this.#failure = error
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }

  #fail(error: Error) {
    if (this.#failure) return
    this.#end(error)
    this.#broken.resolve(error)
  }

  /** One statement. What is asked first is done first. */
  async run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const reply = await this.#ask<StatementReply>({ sql, parameters })
    // The rows are what the statement selected; its type is the query builder's.
    return { rows: reply.rows as R[], numAffectedRows: BigInt(reply.changes) }
  }

  /** A whole transaction: its steps in their order, once with each set of parameters. */
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

  async close() {
    this.#worker.removeAllListeners('exit')
    if (this.#failure) return
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage('close')
    await ended
    // Whoever asked for something behind that would wait for ever.
    this.#end(new Error('The database is closed.'))
  }
}
