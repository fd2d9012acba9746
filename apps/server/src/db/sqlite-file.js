// @ts-check
// JavaScript, as the thread that it runs in.
import { hash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** @typedef {{ log: number, checkpointed: number, head: string }} LogState how many pages the write-ahead log holds, how many of them are in the file, and how it begins, which is another way each time that it begins anew */
/** @typedef {{ readonly id: string | undefined, readonly size: bigint, readonly mtimeNs: bigint }} FileState */

/** @param {string} path @returns {FileState} */
const stateOf = (path) => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return { id: found && `${found.dev}/${found.ino}`, size: found?.size ?? 0n, mtimeNs: found?.mtimeNs ?? 0n }
}

/** Whether a file is sound, read anew: an open connection would look into its own memory. @param {string} path */
const isSound = (path) => {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      return Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0] === 'ok'
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

/** Of a write-ahead log, in bytes: what stands before its first page, and before each. */
const logHeadBytes = 32
const frameHeadBytes = 24
/** Pages of the file that are read again to see whether somebody else has written it. */
const mostPages = 64

/** Reads what is there of so many bytes of a file. @param {number} file @param {number} bytes @param {number} position */
const readAt = (file, bytes, position) => {
  const buffer = Buffer.alloc(bytes)
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, position))
}

/** Works with an open file; answers undefined where it isn't there. @template T @param {string} path @param {(file: number) => T} work */
const within = (path, work) => {
  try {
    const file = openSync(path, 'r')
    try {
      return work(file)
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** Pages throughout the file that are among them, whatever was moved. */
const spreadPages = 16

/**
 * Pages by their numbers: the first one, in which the file tells of itself, some throughout the file, and those that were moved out of the
 * log into it last.
 * @param {string} logPath @param {number} checkpointed @param {number} pageBytes @param {bigint} size
 */
const tellingPages = (logPath, checkpointed, pageBytes, size) => {
  const count = Number(size) / pageBytes
  const found = new Set(Array.from({ length: spreadPages }, (_, index) => 1 + Math.floor((index * count) / spreadPages)))
  within(logPath, (log) => {
    for (let frame = checkpointed; frame > 0 && found.size < mostPages; frame -= 1) {
      const head = readAt(log, 4, logHeadBytes + (frame - 1) * (frameHeadBytes + pageBytes))
      if (head.length === 4) found.add(head.readUInt32BE())
    }
  })
  return [...found]
}

/** What stands in these pages of an open file. @param {number} file @param {readonly number[]} pages @param {number} pageBytes */
const contentOf = (file, pages, pageBytes) =>
  hash('sha256', Buffer.concat(pages.map((page) => readAt(file, pageBytes, (page - 1) * pageBytes))))

/**
 * Watches that the files of an open database are still those that stand at its path. Where one is deleted, moved or replaced, SQLite
 * goes on writing into what nobody will find again; where one is written over, by an older one that is sound too, it goes on over a
 * mixture of both.
 * @param {DatabaseSync} database
 * @param {string} path
 */
export const watchFile = (database, path) => {
  const logPath = `${path}-wal`
  // Open for as long as this thread is: whoever closes a file of a database gives up the locks of the whole process on it, and another
  // program that looks into it then takes itself for the last one, and takes the write-ahead log away as it leaves.
  const file = openSync(path, 'r')
  const readLog = database.prepare('pragma wal_checkpoint(noop)')
  /** @returns {LogState} */
  const logState = () => {
    // The pragma answers one row of these columns.
    const { log, checkpointed } = /** @type {LogState} */ (/** @type {unknown} */ (readLog.get()))
    return { log, checkpointed, head: within(logPath, (file) => readAt(file, logHeadBytes, 0).toString('hex')) ?? '' }
  }
  const pageBytes = Number(Object.values(database.prepare('pragma page_size').get() ?? {})[0])
  let main = stateOf(path)
  let log = stateOf(logPath)
  let state = logState()
  let pages = tellingPages(logPath, state.checkpointed, pageBytes, main.size)
  let content = contentOf(file, pages, pageBytes)

  /**
   * @param {{ id?: string | bigint | undefined }} before
   * @param {{ id?: string | bigint | undefined }} now
   * @returns {'gone' | 'replaced' | undefined}
   */
  const whatBecame = (before, now) => {
    if (now.id === before.id) return undefined
    return now.id === undefined ? 'gone' : 'replaced'
  }

  /** Written by whoever moved pages of the log into the file, as all that use it do. @param {LogState} now */
  const wasOurs = (now) => now.checkpointed !== state.checkpointed || now.log < state.log || now.head !== state.head

  const isOverwritten = () => contentOf(file, pages, pageBytes) !== content || !isSound(path)

  /** @returns {'gone' | 'replaced' | 'overwritten' | undefined} what became of it; undefined where all is as it was */
  const look = () => {
    const [nowMain, nowLog] = [stateOf(path), stateOf(logPath)]
    const isOther = whatBecame(main, nowMain) ?? (log.id === undefined ? undefined : whatBecame(log, nowLog))
    if (isOther) return isOther
    log = nowLog
    const now = logState()
    const isWritten = nowMain.mtimeNs !== main.mtimeNs || nowMain.size !== main.size
    const isForeign = isWritten && !wasOurs(now)
    if (isWritten && !isForeign) {
      pages = tellingPages(logPath, now.checkpointed, pageBytes, nowMain.size)
      content = contentOf(file, pages, pageBytes)
    }
    main = nowMain
    state = now
    // An older file is sound, and lacks what was moved into this one last; one that was but touched has all of it.
    return isForeign && isOverwritten() ? 'overwritten' : undefined
  }
  /**
   * Whether the file, still the same one, was written since the last look. Asked before each commit: one that begins the log anew changes how
   * the log stands, behind which what was written over before would be taken for pages that were moved into it.
   */
  const isTouched = () => {
    const now = stateOf(path)
    return now.id === main.id && now.mtimeNs !== main.mtimeNs
  }
  return { look, isTouched }
}
