// @ts-check
// JavaScript, as the thread that it runs in.
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's code for a file that another process holds. */
const busy = 5
const pauseMs = 20
const mostPauses = 250

/** SQLite's primary result code of an error; 0 for any other error. @param {unknown} error */
export const codeOf = (error) => (error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0) & 0xff

/** @param {unknown} error */
export const isBusy = (error) => codeOf(error) === busy

/** Blocks this thread. @param {number} ms milliseconds */
export const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** SQLite refuses the switch to the write-ahead log at once, whatever the time-out, while another process switches too. @param {DatabaseSync} database */
const switchToWriteAheadLog = (database) => {
  for (let pauses = 0; ; pauses += 1)
    try {
      return Object.values(database.prepare('pragma journal_mode = wal').get() ?? {})[0]
    } catch (error) {
      if (!isBusy(error) || pauses === mostPauses) throw error
      pause(pauseMs)
    }
}

/** A connection with the server's settings. @param {string} path */
export const connect = (path) => {
  const database = new DatabaseSync(path)
  // As PostgreSQL has it: null of null.
  database.function('sha256', { deterministic: true }, (text) => (text === null ? null : hash('sha256', String(text))))
  database.exec('pragma busy_timeout = 5000')
  if (switchToWriteAheadLog(database) !== 'wal')
    throw new Error('SQLite can not use a write-ahead log here. Is the folder on a network disk?')
  // FULL and the write-ahead log together sync at every commit: what is acknowledged survives a power cut.
  database.exec('pragma synchronous = full; pragma foreign_keys = on')
  // Kilobytes, as a negative number: form runs, sessions and keys of twenty thousand learners. SQLite's own 2 MB are read anew all the time.
  database.exec('pragma cache_size = -64000')
  return database
}
