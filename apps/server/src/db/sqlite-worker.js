// @ts-check
// JavaScript, for Node strips types by WebAssembly, in each thread anew; the end of such a thread can crash the whole process.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { selects } from './selects.js'
import { codeOf } from './sqlite-connection.js'
import { guardDatabase } from './sqlite-guard.js'
import { holdOpen } from './sqlite-lock.js'

/** @import { Failed, Parameters, Statement, StatementReply, Step, ThreadMessage, Transaction, TransactionReply } from './sqlite-messages.ts' */

/** @type {{ path: string }} */
const { path } = workerData

/** @param {ThreadMessage} message */
const post = (message) => parentPort?.postMessage(message)

const lock = holdOpen(path)
const guard = guardDatabase(
  path,
  (notice) => post({ notice }),
  (files) => post({ files }),
)

/** SQLite's codes for a file that is damaged, or none of a database. */
const damaged = new Set([11, 26])

/** @type {Map<string, import('node:sqlite').StatementSync>} */
const prepared = new Map()
let preparedOn = guard.current()

/** @param {string} sql */
const prepare = (sql) => {
  const database = guard.current()
  if (database !== preparedOn) prepared.clear()
  preparedOn = database
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
  if (sql === 'rollback' && !guard.current().isTransaction) return { id, rows: [], changes: 0 }
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
  if (damaged.has(codeOf(error))) guard.damaged(message)
  return { id, error: { message, code: `SQLITE_${codeOf(error)}` } }
}

/** The reply to any message while the files are in doubt or lost. @param {Message} message @returns {Failed | undefined} */
const refusalOf = ({ id }) => {
  const error = guard.trouble()
  return error && { id, error }
}

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
  const database = guard.current()
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
  if (!isRead(message) || guard.trouble()) guard.watch(guard.isTouched)
  const refusal = refusalOf(message)
  if (refusal) return refusal
  const reply = 'steps' in message ? runTransaction(message) : run(message)
  if (!isRead(message)) guard.watch()
  return refusalOf(message) ?? reply
}

/** One of several in a transaction: what fails takes nothing of the others with it. @param {Message} message @returns {Reply} */
const runWithin = (message) => {
  // A statement that fails has changed nothing.
  if (!('steps' in message)) return run(message)
  const database = guard.current()
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
 * None is answered before it. Undefined if it couldn't be, and nothing of it was kept.
 * @param {readonly Message[]} messages
 * @returns {Reply[] | undefined}
 */
const commitTogether = (messages) => {
  guard.watch(guard.isTouched)
  if (guard.trouble()) return undefined
  const database = guard.current()
  const replies = []
  try {
    database.exec('begin immediate')
    for (const message of messages) {
      replies.push(runWithin(message))
      // Some errors, as that of a full disk, take back the whole transaction.
      if (!database.isTransaction) return undefined
    }
    database.exec('commit')
  } catch {
    if (database.isTransaction) database.exec('rollback')
    return undefined
  }
  guard.watch()
  // Committed messages are never run again, even if they can't be acknowledged.
  const error = guard.trouble()
  return error ? replies.map(({ id }) => ({ id, error })) : replies
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
  const database = guard.current()
  const end = database.isOpen && database.isTransaction ? 0 : messages.findIndex((message) => !mayBeTogether(message))
  return messages.splice(0, Math.max(1, Math.min(mostTogether, end < 0 ? messages.length : end)))
}

const close = () => {
  guard.close()
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
  while (messages.length > 0) post({ replies: answerAll(takeNext(messages)) })
  if (all.includes('close')) close()
})
