// @ts-check
// JavaScript, as the thread that it runs in.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makeNewFile } from './new-file.js'

/** @param {string} path of the database */
export const lockPathOf = (path) => `${path}-lock`

/** Stands beside a database while a restore puts another one in its place. @param {string} path of the database */
export const restoringPathOf = (path) => `${path}-restoring`

/** Opens the file of locks, which is made for its owner alone. @param {string} path of the database */
const openLock = (path) => {
  makeNewFile(lockPathOf(path))
  return new DatabaseSync(lockPathOf(path))
}

/**
 * Says that this process has a database open, until it is closed or the process has ended, however. A file of its own, which only SQLite
 * ever opens: the locks of the database itself are gone as soon as anybody in the process has opened and closed it to look into it.
 * Throws where a restore is under way, or was broken off.
 * @param {string} path of the database
 * @returns {DatabaseSync}
 */
export const holdOpen = (path) => {
  const lock = openLock(path)
  try {
    lock.exec('begin')
    lock.prepare('select count(*) from sqlite_schema').get()
  } catch (error) {
    lock.close()
    throw new Error('The database is being restored. Start again when sitwell restore has ended.', { cause: error })
  }
  if (!existsSync(restoringPathOf(path))) return lock
  lock.close()
  throw new Error('A restore of the database was broken off. Run sitwell restore once more; nothing can be served before.')
}

/**
 * Says that nobody else may open a database, until it is closed or the process has ended; undefined where somebody has it open.
 * @param {string} path of the database
 * @returns {DatabaseSync | undefined}
 */
export const holdAlone = (path) => {
  const lock = openLock(path)
  try {
    lock.exec('begin exclusive')
    return lock
  } catch {
    lock.close()
    return undefined
  }
}
