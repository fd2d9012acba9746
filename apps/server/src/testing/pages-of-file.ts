import { fstatSync, openSync, readSync, writeSync } from 'node:fs'

/** Bytes of a page of a database that the server made. */
export const pageBytes = 4096

/** The pages of a file of SQLite. The file is never closed: that would give up the locks that this process has on it. */
export const pagesOf = (path: string): Buffer[] => {
  const file = openSync(path, 'r')
  const content = Buffer.alloc(fstatSync(file).size)
  readSync(file, content, 0, content.length, 0)
  return Array.from({ length: content.length / pageBytes }, (_, page) =>
    content.subarray(page * pageBytes, (page + 1) * pageBytes),
  )
}

/** Writes pages over those of a file of SQLite, from its first one on. */
export const writePages = (path: string, pages: readonly Buffer[]): void => {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.concat(pages), 0, pages.length * pageBytes, 0)
}
