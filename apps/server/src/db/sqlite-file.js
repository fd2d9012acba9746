// @ts-check
// JavaScript, as the thread that it runs in.
import { fstatSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { codeOf, pause } from './sqlite-connection.js'
import { openLog } from './sqlite-log-index.js'
import { comparePages } from './sqlite-pages.js'

/** @import { LogIndex } from './sqlite-log-index.js' */
/** @import { Pages } from './sqlite-pages.js' */

/** @typedef {{ readonly id: string | undefined, readonly size: bigint, readonly mtimeNs: bigint }} FileState */
/** @typedef {'gone' | 'replaced' | 'overwritten'} Change what happened to a file */
/**
 * The result of a look: undefined if the files are unchanged, `unsure` with the reason if they can't be compared now.
 * @typedef {Change | { readonly unsure: string } | undefined} Found
 */

/** @param {string} path @returns {FileState} */
const stateOf = (path) => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return { id: found && `${found.dev}/${found.ino}`, size: found?.size ?? 0n, mtimeNs: found?.mtimeNs ?? 0n }
}

/** SQLite's codes for a file that another process holds. */
const held = new Set([5, 15])

/**
 * Whether a file is sound, read anew: an open connection would look into its own memory. Undefined if another process holds it.
 * @param {string} path
 */
const isSound = (path) => {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
    try {
      return Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0] === 'ok'
    } finally {
      database.close()
    }
  } catch (error) {
    return held.has(codeOf(error)) ? undefined : false
  }
}

/**
 * How often to look until nothing changes during a look, how often without a pause, and the pause in milliseconds: a checkpoint begins and
 * ends within microseconds, but its process may be suspended in between.
 */
const mostLooks = 250
const mostHastyLooks = 3
const pauseMs = 2

/** Whether no checkpoint has begun or ended between two readings, and the log has not begun anew. @param {LogIndex} one @param {LogIndex} other */
const isOneMoment = (one, other) => one.salts === other.salts && one.moved === other.moved && one.moving === other.moving

/** What the last good look found. @typedef {{ main: FileState, index: LogIndex, pages: Pages }} Known */

/**
 * Watches whether the files of an open database are still the ones at its path. If one is deleted, moved or replaced, SQLite goes on
 * writing into a file that nobody will find again; if one is written over, even by an older sound one, SQLite goes on with a mixture of
 * both. Other processes use the database too: the index of the log, which each checkpoint changes before it writes its first page and
 * after its last, shows what they wrote (decision 125).
 * @param {DatabaseSync} database
 * @param {string} path
 */
export const watchFile = (database, path) => {
  const logPath = `${path}-wal`
  const indexPath = `${path}-shm`
  // Opens the log and its index.
  database.prepare('select count(*) from sqlite_schema').get()
  // Stays open as long as this process uses the database: closing a file gives up the locks of the whole process on it, and another
  // program that opens the database then takes itself for its only user, and deletes the write-ahead log when it closes it.
  const file = openSync(path, 'r')
  const pageBytes = Number(Object.values(database.prepare('pragma page_size').get() ?? {})[0])
  const log = openLog(path, pageBytes)
  const paths = [path, logPath, indexPath]
  const ids = paths.map((one) => stateOf(one).id)
  /** @type {Known | undefined} */
  let known
  /** Whether the last look that came to a result found the file or the log written over. */
  let isSuspected = false

  /** Whether a path has no file, or another one. @param {readonly FileState[]} now @returns {'gone' | 'replaced' | undefined} */
  const whatBecame = (now) => {
    const changed = now.findIndex(({ id }, index) => id !== ids[index])
    if (changed < 0) return undefined
    return now[changed]?.id === undefined ? 'gone' : 'replaced'
  }

  /** @param {FileState} main */
  const isWritten = (main) => main.mtimeNs !== known?.main.mtimeNs || main.size !== known.main.size

  /** @param {LogIndex} index @returns {boolean} whether no checkpoint can have written since the last look */
  const isQuiet = (index) => known !== undefined && known.index.moved === known.index.moving && isOneMoment(known.index, index)

  /**
   * Compares the pages of the file; undefined if nobody wrote it since the last look. Its time alone doesn't show that: a file that is
   * written twice within a tick of the system's clock has the same one.
   * @param {FileState} main @param {LogIndex} index
   */
  const compare = (main, index) => {
    if (known && !isSuspected && !isWritten(main) && isOneMoment(known.index, index)) return undefined
    // A log that is empty from the start does not say how many pages there are.
    const bytes = Math.max(Number(main.size), Number(known?.main.size ?? 0))
    const state = index.pages > 0 ? index : { ...index, pages: Math.floor(bytes / pageBytes) }
    return comparePages(file, { log, state, pageBytes, known: known && { pages: known.pages, salts: known.index.salts } })
  }

  /**
   * Whether the log on the disk is the one that the index describes, and still has what it had at the last look. After an alarm, all of it
   * is read.
   * @param {LogIndex} index
   */
  const isLogWhole = (index) => {
    if (isSuspected) return log.isSoundThroughout(index)
    return log.isWhole(index) && (known?.index.salts !== index.salts || log.hasEnd(known.index))
  }

  /**
   * Whether an alarm could be withdrawn: not once the log has begun anew since, for what was moved out of it before can't be known then,
   * and another process may have built on a file that was written over.
   * @param {LogIndex} index
   */
  const isComparable = (index) => !isSuspected || known === undefined || known.index.salts === index.salts

  /**
   * The result of a look during which nothing changed.
   * @param {Known} next @param {ReturnType<typeof compare>} compared
   * @returns {{ next: Known } | Found | 'torn'} `torn`: a page that a checkpoint may be writing has the wrong content
   */
  const judge = (next, compared) => {
    if (!compared) return { next }
    if (!compared.isSame) return compared.isMoving ? 'torn' : 'overwritten'
    // A file that was only touched passes. After an alarm nothing but the whole file is proof enough.
    const isAsItWas = isSuspected || (isWritten(next.main) && isQuiet(next.index)) ? isSound(path) : true
    if (isAsItWas === undefined) return { unsure: 'another process holds it' }
    return isAsItWas ? { next } : 'overwritten'
  }

  /** @returns {ReturnType<typeof judge> | 'moving'} `moving`: another process changed something during the look */
  const lookOnce = () => {
    const index = log.read()
    const now = paths.map(stateOf)
    const [main] = now
    const became = whatBecame(now)
    if (became || !main) return became
    if (!index) return 'moving'
    const isWhole = isLogWhole(index)
    const compared = compare(main, index)
    // Needs no second reading if the file wasn't written: it fits the first one.
    const after = compared || !isWhole ? log.read() : index
    if (!after || !isOneMoment(index, after)) return 'moving'
    return isWhole && isComparable(index)
      ? judge({ main, index, pages: compared?.pages ?? known?.pages ?? new Map() }, compared)
      : 'overwritten'
  }

  /** Looks until nothing changes during a look. */
  const lookPatiently = () => {
    let found = lookOnce()
    for (let looks = 1; looks < mostLooks && (found === 'moving' || found === 'torn'); looks += 1) {
      if (looks > mostHastyLooks) pause(pauseMs)
      found = lookOnce()
    }
    return found
  }

  /** @returns {Found} */
  const look = () => {
    try {
      const found = lookPatiently()
      if (found === 'moving') return { unsure: 'another process is changing it' }
      if (found === 'torn' || found === 'overwritten') {
        isSuspected = true
        return 'overwritten'
      }
      if (typeof found !== 'object' || 'unsure' in found) return found
      known = found.next
      isSuspected = false
      return undefined
    } catch (error) {
      return { unsure: error instanceof Error ? error.message : String(error) }
    }
  }

  const first = look()
  if (first)
    throw new Error(
      `The file of the database does not fit its write-ahead log: ${typeof first === 'object' ? first.unsure : first}`,
    )

  /**
   * Whether the file or the log, still the same ones, were written since the last look. Asked before each commit: after a commit that
   * begins the log anew, a file that was written over before can't be told from one that a checkpoint wrote.
   */
  const isTouched = () => {
    try {
      const main = stateOf(path)
      return main.id === ids[0] && (isWritten(main) || (known !== undefined && !log.hasEnd(known.index)))
    } catch {
      return true
    }
  }
  /**
   * Once the database is closed: whether its file and its log are back at their places, as they were left. The index of the log has to be the
   * same one: another process that has the database open may use that, and two that use different ones write over each other's frames.
   */
  const leave = () => {
    const left = [file, log.file].map((one) => fstatSync(one, { bigint: true }))
    return () =>
      stateOf(indexPath).id === ids[2] &&
      left.every(({ dev, ino, size, mtimeNs }, index) => {
        const now = stateOf(paths[index] ?? path)
        return now.id === `${dev}/${ino}` && now.size === size && now.mtimeNs === mtimeNs
      })
  }
  return { look, isTouched, leave, files: [file, log.file, log.index] }
}
