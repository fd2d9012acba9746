// @ts-check
// JavaScript, because SQLite's thread uses it too.
import { closeSync, openSync } from 'node:fs'

/**
 * Makes a file that only its owner can read, if there is none. Doesn't open an existing one: if SQLite uses it, closing it would give
 * up the locks that this process has on it.
 * @param {string} path
 */
export const makeNewFile = (path) => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  }
}
