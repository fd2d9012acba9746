// @ts-check
// JavaScript, for Node strips types by WebAssembly, in each thread anew; the end of such a thread can crash the whole process.
import { hash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { selects } from './selects.js'
import { watchFile } from './sqlite-file.js'
import { holdOpen } from './sqlite-lock.js'

/** @import { Failed, Parameters, Statement, StatementReply, Step, Transaction, TransactionReply } from './sqlite-messages.ts' */

/** @type {{ path: string }} */
const { path } = workerData
const lock = holdOpen(path)
const database = new DatabaseSync(path)

/** SQLite's code for a file that another process holds. */
const busy = 5
const pauseMs = 20
const mostPauses = 250

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0) & 0xff

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

// As PostgreSQL has it: null of null.
database.function('sha256', { deterministic: true }, (text) => (text === null ? null : hash('sha256', String(text))))

database.exec('pragma busy_timeout = 5000')
switchToWriteAheadLog()
// FULL and the write-ahead log together sync at every commit: what is acknowledged survives a power cut.
database.exec('pragma synchronous = full; pragma foreign_keys = on')
// Kilobytes, as a negative number: form runs, sessions and keys of twenty thousand learners. SQLite's own 2 MB are read anew all the time.
database.exec('pragma cache_size = -64000')

const file = watchFile(database, path)

/** Why nothing can be acknowledged any more; undefined while it can. @type {string | undefined} */
let loss

const codeOfLoss = 'SQLITE_FILE_LOST'
/** SQLite's codes for a file that is damaged, or none of a database. */
const damaged = new Set([11, 26])

const lossOf = {
  gone: 'The file of the database was deleted or moved away',
  replaced: 'Another file was put in the place of the database',
  overwritten: 'The file of the database was written over',
}

/** What was deleted or replaced is still open here, and nowhere else: it is written beside it before it is lost. */
const rescue = () => {
  const copy = `${path}.rescued-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  try {
    // Made before, so that it is its owner's alone from its first byte on.
    closeSync(openSync(copy, 'wx', 0o600))
    database.prepare('vacuum into ?').run(copy)
    return `all that was in it is in ${copy}`
  } catch (error) {
    return `what was in it could not be written to ${copy}: ${error instanceof Error ? error.message : error}`
  }
}

/** Before each commit, where there is something to look at, and behind it before it is acknowledged. @param {() => boolean} [isNeeded] */
const watch = (isNeeded = () => true) => {
  const found = loss === undefined && !database.isTransaction && isNeeded() ? file.look() : undefined
  if (!found) return
  const rest = found === 'overwritten' ? 'put back what was there' : rescue()
  loss = `${lossOf[found]}; ${rest}. Nothing is saved until the server is started over the right file.`
  // As it closes, SQLite writes what is left of the log into the file: at once, and never over what is put there from now on.
  database.close()
}

/** @type {Map<string, import('node:sqlite').StatementSync>} */
const prepared = new Map()

/** @param {string} sql */
const prepare = (sql) => {
  const known = prepared.get(sql)
  if (known) return known
  // Statements with lists of values differ in length, so the cache has to have an end.
  if (prepared.size > 500) prepared.clear()
  const statement = database.prepare(sql)
  prepared.set(sql, statement)
  return statement
}

/**
 * @param {unknown} value
 * @returns {any} refused by SQLite where it is nothing that it takes
 */
const sqliteValue = (value) => {
  if (value === undefined) return null
  return typeof value === 'boolean' ? Number(value) : value
}

/**
 * @param {Statement} statement
 * @returns {StatementReply}
 */
const run = ({ id, sql, parameters }) => {
  // A commit that fails, for want of room, has rolled back by itself; an error about that would hide why.
  if (sql === 'rollback' && !database.isTransaction) return { id, rows: [], changes: 0 }
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

/**
 * @param {number} id
 * @param {unknown} error
 * @returns {Failed}
 */
const failed = (id, error) => {
  const message = error instanceof Error ? error.message : String(error)
  if (damaged.has(codeOf(error))) loss ??= `The file of the database is damaged: ${message}. Nothing is saved.`
  return { id, error: { message, code: `SQLITE_${codeOf(error)}` } }
}

/** What is answered once there is a loss, whatever was asked. @param {number} id @param {string} message @returns {Failed} */
const lost = (id, message) => ({ id, error: { message, code: codeOfLoss } })

/**
 * @param {readonly Step[]} steps
 * @param {Parameters} parameters
 */
const runAll = (steps, parameters) => {
  /** @type {unknown[]} */
  let rows = []
  for (const { sql, takes, isSelect } of steps) {
    const values = takes.map((index) => parameters[index] ?? null)
    if (isSelect) rows = prepare(sql).all(...values)
    else prepare(sql).run(...values)
  }
  return rows
}

/** @param {Transaction} transaction @returns {TransactionReply} */
const runSteps = ({ id, steps, each }) => ({ id, results: each.map((parameters) => runAll(steps, parameters)) })

/**
 * @param {Transaction} transaction
 * @returns {TransactionReply}
 */
const runTransaction = (transaction) => {
  try {
    database.exec('begin immediate')
    const reply = runSteps(transaction)
    database.exec('commit')
    return reply
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    return failed(transaction.id, error)
  }
}

/** @typedef {Statement | Transaction} Message */
/** @typedef {StatementReply | TransactionReply} Reply */

/** @param {Message} message */
const isRead = (message) => 'sql' in message && selects(message.sql)

/** @param {Message} message @returns {Reply} */
const answer = (message) => {
  if (!isRead(message)) watch(file.isTouched)
  if (loss !== undefined) return lost(message.id, loss)
  const reply = 'steps' in message ? runTransaction(message) : run(message)
  if (!isRead(message)) watch()
  return loss === undefined ? reply : lost(message.id, loss)
}

/** One of several in a transaction: what fails takes nothing of the others with it. @param {Message} message @returns {Reply} */
const runWithin = (message) => {
  // A statement that fails has changed nothing.
  if (!('steps' in message)) return run(message)
  database.exec('savepoint one')
  try {
    const reply = runSteps(message)
    database.exec('release one')
    return reply
  } catch (error) {
    if (database.isTransaction) database.exec('rollback to one; release one')
    return failed(message.id, error)
  }
}

/**
 * What waits together goes onto the disk together: one sync serves them all, and a page that several of them change is written once.
 * None is answered before it. Undefined where it couldn't be, and nothing of it was kept.
 * @param {readonly Message[]} messages
 * @returns {Reply[] | undefined}
 */
const commitTogether = (messages) => {
  watch(file.isTouched)
  if (loss !== undefined) return undefined
  try {
    database.exec('begin immediate')
    const replies = messages.map((message) => {
      const reply = runWithin(message)
      // Some errors, as that of a full disk, take back the whole transaction.
      if (!database.isTransaction) throw new Error('The transaction was rolled back.')
      return reply
    })
    database.exec('commit')
    watch()
    return loss === undefined ? replies : undefined
  } catch {
    if (database.isOpen && database.isTransaction) database.exec('rollback')
    return undefined
  }
}

/** Whether others may be in one transaction with it: what begins or ends one, and settings, stand alone. @param {Message} message */
const mayBeTogether = (message) => 'steps' in message || /^\s*(select|insert|update|delete|with)\b/i.test(message.sql)

/** Messages that go together, at most: whoever waits for the first of them waits for all. */
const mostTogether = 16

/** @param {readonly Message[]} messages @returns {Reply[]} */
const answerAll = (messages) => {
  const isOne = messages.filter((message) => !isRead(message)).length < 2
  return (isOne ? undefined : commitTogether(messages)) ?? messages.map(answer)
}

/**
 * Of what has come, what is worked at next: the first, and what may go together with it right behind.
 * @param {Message[]} messages
 */
const takeNext = (messages) => {
  const end = database.isOpen && database.isTransaction ? 0 : messages.findIndex((message) => !mayBeTogether(message))
  return messages.splice(0, Math.max(1, Math.min(mostTogether, end < 0 ? messages.length : end)))
}

const close = () => {
  if (database.isOpen) database.close()
  lock.close()
  parentPort?.close()
}

/** All that has come by now. @param {Message | 'close'} first */
const arrived = (first) => {
  const messages = [first]
  for (;;) {
    const next = parentPort && receiveMessageOnPort(parentPort)
    if (!next) return messages
    messages.push(next.message)
  }
}

parentPort?.on('message', (/** @type {Message | 'close'} */ first) => {
  const all = arrived(first)
  const messages = all.filter((message) => message !== 'close')
  while (messages.length > 0) parentPort?.postMessage(answerAll(takeNext(messages)))
  if (all.includes('close')) close()
})
