// @ts-check
// JavaScript, as the thread that it runs in.
import { closeSync, openSync } from 'node:fs'
import { connect, isBusy } from './sqlite-connection.js'
import { watchFile } from './sqlite-file.js'

/** @import { DatabaseSync } from 'node:sqlite' */
/** @import { Change, Found } from './sqlite-file.js' */
/** @import { FileNotice } from './sqlite-messages.ts' */

/** Why nothing is acknowledged: `DOUBTED` until the files could be compared, `LOST` as long as they are others. */
/** @typedef {{ readonly code: 'SQLITE_FILE_DOUBTED' | 'SQLITE_FILE_LOST', readonly message: string }} Trouble */

/** @type {Record<Change, string>} */
const wordOf = {
  gone: 'The file of the database, or one that belongs to it, was deleted or moved away',
  replaced: 'Another file was put in the place of the database, or of one that belongs to it',
  overwritten: 'The file of the database was written over',
}

/** @param {Found} found @returns {found is Change} */
const isChange = (found) => typeof found === 'string'

/** Copies the database to a file beside it: what was deleted or replaced may be open in this process alone. @param {DatabaseSync} database @param {string} path */
const rescue = (database, path) => {
  const copy = `${path}.rescued-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  try {
    // Made before SQLite writes it, so that only its owner can read it from the first byte on.
    closeSync(openSync(copy, 'wx', 0o600))
    database.prepare('vacuum into ?').run(copy)
    return `all that was in it is in ${copy}`
  } catch (error) {
    return `what was in it could not be written to ${copy}: ${error instanceof Error ? error.message : error}`
  }
}

/**
 * Opens a database and checks, around each commit, whether its files are still the ones that it opened. An alarm is a doubt at first:
 * the guard compares the files again while nobody else can write. If they are unchanged, saves go on; if they can't be compared, nothing
 * is acknowledged until they can; if they are others, the guard closes the database.
 * @param {string} path
 * @param {(notice: FileNotice) => void} tell
 * @param {(files: readonly number[]) => void} keep receives files that have to stay open while this process uses the database
 */
export const guardDatabase = (path, tell, keep) => {
  const open = () => {
    const database = connect(path)
    try {
      const file = watchFile(database, path)
      keep(file.files)
      return { database, file }
    } catch (error) {
      database.close()
      throw error
    }
  }
  let { database, file } = open()
  /** @type {Trouble | undefined} */
  let trouble
  /** Whether files that were moved away are back unchanged. @type {(() => boolean) | undefined} */
  let isBack

  const isInDoubt = () => trouble?.code === 'SQLITE_FILE_DOUBTED'

  /** @param {string} why */
  const doubt = (why) => {
    if (isInDoubt()) return
    const message = `It is not certain that the database has its own files: ${why}. Nothing is saved until they were compared.`
    trouble = { code: 'SQLITE_FILE_DOUBTED', message }
    tell({ what: 'doubted', message })
  }

  const know = () => {
    if (!trouble) return
    trouble = undefined
    // Reads before the alarm may have put pages of another file into SQLite's cache, which nothing else empties.
    database.exec('pragma shrink_memory')
    tell({ what: 'known', message: 'The files of the database are unchanged; saves go on.' })
  }

  /** @param {Change} change */
  const lose = (change) => {
    const isMoved = change !== 'overwritten'
    const rest = isMoved ? rescue(database, path) : 'put back what was there'
    const orBack = isMoved ? ', or its own is back at its place' : ''
    const message = `${wordOf[change]}; ${rest}. Nothing is saved until the server is started over the right file${orBack}.`
    trouble = { code: 'SQLITE_FILE_LOST', message }
    tell({ what: 'lost', message })
    // When it closes the database, SQLite writes the rest of the log into the file: now, and not over what somebody puts there later.
    database.close()
    isBack = isMoved ? file.leave() : undefined
  }

  /** Keeps requests that come while another process holds the lock from waiting for it, each in its turn. @param {() => void} begin */
  const withoutWaiting = (begin) => {
    const waitMs = Number(Object.values(database.prepare('pragma busy_timeout').get() ?? {})[0])
    database.exec('pragma busy_timeout = 0')
    try {
      begin()
    } finally {
      database.exec(`pragma busy_timeout = ${waitMs}`)
    }
  }

  /** Looks while no other process can commit or begin the log anew. @param {boolean} isAgain whether an earlier look waited for the lock @returns {Found} */
  const lookAlone = (isAgain) => {
    const begin = () => database.exec('begin immediate')
    try {
      if (isAgain) withoutWaiting(begin)
      else begin()
    } catch (error) {
      // A file that can't be locked for another reason may be another file.
      return isBusy(error) ? { unsure: 'another process writes, and keeps its lock' } : file.look()
    }
    try {
      return file.look()
    } finally {
      if (database.isTransaction) database.exec('rollback')
    }
  }

  const judge = () => {
    const isAgain = isInDoubt()
    const found = file.look()
    if (!found && !isAgain) return
    // Only an alarm is reported as a doubt, not a look that couldn't be made while another process changed something.
    if (isChange(found)) doubt(wordOf[found])
    const isElsewhere = found === 'gone' || found === 'replaced'
    const surely = isElsewhere ? file.look() : lookAlone(isAgain)
    if (!surely) know()
    else if (isChange(surely)) lose(surely)
    else doubt(surely.unsure)
  }

  const comeBack = () => {
    if (!isBack?.()) return
    try {
      const opened = open()
      // To open it writes neither the file nor the log.
      if (!isBack()) return opened.database.close()
      database = opened.database
      file = opened.file
    } catch {
      // They stay lost until the next request tries again.
      return
    }
    isBack = undefined
    know()
  }

  return {
    current: () => database,
    trouble: () => trouble,
    /** Whether the files were written since the last look; cheap. */
    isTouched: () => file.isTouched(),
    /** Called before each commit, and after it before it is acknowledged. @param {() => boolean} [isNeeded] */
    watch: (isNeeded = () => true) => {
      if (trouble?.code === 'SQLITE_FILE_LOST') comeBack()
      else if (!database.isTransaction && (trouble || isNeeded())) judge()
    },
    /** SQLite found the file damaged. @param {string} message */
    damaged: (message) => {
      if (trouble?.code === 'SQLITE_FILE_LOST') return
      trouble = { code: 'SQLITE_FILE_LOST', message: `The file of the database is damaged: ${message}. Nothing is saved.` }
      tell({ what: 'lost', message: trouble.message })
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}
