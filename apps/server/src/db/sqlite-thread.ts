import { closeSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { FileNotice, Parameters, StatementReply, Step, ThreadMessage, TransactionReply } from './sqlite-messages.ts'

/** An error of SQLite; `code` is `SQLITE_` and its primary result code (13 is a full disk). */
export class SqliteError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** For each database, by its path: how many threads of this process use it, and which of its files they have open besides SQLite. */
const inUse = new Map<string, { threads: number; readonly files: number[] }>()

/**
 * Closes the files only once no thread uses the database any more: closing one gives up the locks that the whole process has on it, those
 * of another thread too.
 */
const claimFiles = (path: string) => {
  const used = inUse.get(path) ?? { threads: 0, files: [] }
  inUse.set(path, used)
  used.threads += 1
  return {
    keep: (files: readonly number[]) => void used.files.push(...files),
    leave: () => {
      used.threads -= 1
      if (used.threads > 0) return
      inUse.delete(path)
      for (const file of used.files) closeSync(file)
    },
  }
}

/** The one connection to a file of SQLite, in a worker thread, so that a commit's wait for the disk never holds up other requests' work. */
export class SqliteThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve(reply: StatementReply | TransactionReply): void; reject(error: Error): void }>()
  readonly #broken = Promise.withResolvers<Error>()
  #failure: Error | undefined
  #lastId = 0

  constructor(path: string, onFile: (notice: FileNotice) => void) {
    const files = claimFiles(resolve(path))
    const options = { workerData: { path } }
    // Node would close the files that the thread opened when the thread ends.
    this.#worker = new Worker(new URL('./sqlite-worker.js', import.meta.url), { ...options, trackUnmanagedFds: false })
    this.#worker.on('message', (message: ThreadMessage) => {
      if ('files' in message) files.keep(message.files)
      else if ('notice' in message) onFile(message.notice)
      else this.#answer(message.replies)
    })
    // What a thread throws, or Node about it, is an error.
    this.#worker.on('error', (error) => this.#fail(error as Error))
    this.#worker.once('exit', files.leave)
    this.#worker.on('exit', this.#ended)
  }

  readonly #ended = () => this.#fail(new Error('The thread of SQLite has ended'))

  #answer(replies: readonly (StatementReply | TransactionReply)[]) {
    for (const reply of replies) {
      this.#waiting.get(reply.id)?.resolve(reply)
      this.#waiting.delete(reply.id)
    }
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
    this.#worker.off('exit', this.#ended)
    if (this.#failure) return
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage('close')
    await ended
    // Whoever asked for something behind that would wait forever.
    this.#end(new Error('The database is closed.'))
  }
}
