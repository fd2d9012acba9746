// @ts-check
// JavaScript, as the thread that it runs in.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** @typedef {{ log: number, checkpointed: number }} LogState how many pages the write-ahead log holds, and how many of them are in the file */
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

/**
 * Watches that the files of an open database are still those that stand at its path. Where one is deleted, moved or replaced, SQLite
 * goes on writing into what nobody will find again; where one is written over, it goes on over a mixture of both.
 * @param {DatabaseSync} database
 * @param {string} path
 */
export const watchFile = (database, path) => {
  const logPath = `${path}-wal`
  const readLog = database.prepare('pragma wal_checkpoint(noop)')
  // The pragma answers one row of these columns.
  const logState = () => /** @type {LogState} */ (/** @type {unknown} */ (readLog.get()))
  let main = stateOf(path)
  let log = stateOf(logPath)
  let state = logState()

  /** Written by whoever moved pages of the log into the file, as all that use it do. @param {LogState} now */
  const wasOurs = (now) => now.checkpointed !== state.checkpointed || now.log < state.log

  /** @returns {'gone' | 'replaced' | 'overwritten' | undefined} what became of it; undefined where all is as it was */
  const look = () => {
    const [nowMain, nowLog] = [stateOf(path), stateOf(logPath)]
    if (nowMain.id !== main.id) return nowMain.id === undefined ? 'gone' : 'replaced'
    if (log.id !== undefined && nowLog.id !== log.id) return nowLog.id === undefined ? 'gone' : 'replaced'
    log = nowLog
    const now = logState()
    const isWritten = nowMain.mtimeNs !== main.mtimeNs || nowMain.size !== main.size
    const isForeign = isWritten && !wasOurs(now)
    main = nowMain
    state = now
    return isForeign && !isSound(path) ? 'overwritten' : undefined
  }
  return { look }
}
