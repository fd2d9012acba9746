import { copyFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FileFault } from './fault-kinds.ts'

/** The files of a SQLite database at a path, as operators and accidents deal with them. */
export interface SqliteFiles {
  /** Copies the database while it is in use, with what stands beside it. */
  copyTo(copy: string): Promise<void>
  /** Puts a copy back while nobody has it open. `isWhole`: what stands beside it too. */
  putBack(copy: string, isWhole: boolean): Promise<void>
  spoil(how: FileFault, copy: string): Promise<void>
  /** Puts the newest that the server has saved of a spoilt one in its place; otherwise the copy. While nobody has it open. */
  mend(copy: string): Promise<void>
}

/** Beside the database: what the server remembers of its generation. */
const witnessOf = (path: string) => `${path}-generation`
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

export const createFiles = (path: string): SqliteFiles => {
  const witness = witnessOf(path)
  const removeLog = async () => {
    for (const end of ['-wal', '-shm']) await rm(path + end, { force: true })
  }
  const rescued = async () => {
    const names = (await readdir(dirname(path))).filter((name) => name.startsWith(`${basename(path)}.rescued-`))
    return names.sort().map((name) => join(dirname(path), name))
  }
  return {
    async copyTo(copy) {
      const database = new DatabaseSync(path)
      database.prepare('vacuum into ?').run(copy)
      database.close()
      if (await isThere(witness)) await copyFile(witness, witnessOf(copy))
    },
    async putBack(copy, isWhole) {
      await removeLog()
      // Over the same file: it keeps its number on the disk.
      await copyFile(copy, path)
      if (isWhole && (await isThere(witnessOf(copy)))) await copyFile(witnessOf(copy), witness)
    },
    async spoil(how, copy) {
      if (how === 'file deleted') return rm(path)
      if (how === 'file written over') return writeFile(path, await readFile(copy))
      const other = `${path}.other`
      await copyFile(copy, other)
      await rename(other, path)
    },
    async mend(copy) {
      const [newest = copy, ...older] = (await rescued()).reverse()
      await removeLog()
      await copyFile(newest, path)
      for (const one of [...older, ...(newest === copy ? [] : [newest])]) await rm(one)
    },
  }
}
