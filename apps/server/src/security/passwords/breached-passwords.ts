import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Bytes that are read at once. A line has 40 digits, and mostly a colon and how often it was stolen. */
const pieceBytes = 256

const line = /^([\dA-F]{40})(:\d+)?$/i

/** The hash of a line; throws an error if it has none. */
const hashIn = (text: string): string => {
  const hash = line.exec(text.trim())?.[1]
  if (hash === undefined) throw new Error('has to be a list of SHA-1 hashes in their order, one a line, as HASH or HASH:COUNT')
  return hash.toUpperCase()
}

/**
 * Looks at a list of stolen passwords before it is used, at its first line and its last: its whole may have forty gigabytes. Gives its
 * path. Throws an error if it can't be read, or is none.
 */
export const checkBreachedPasswords = (path: string): string => {
  const file = openSync(path, 'r')
  try {
    const pieceAt = (position: number) => {
      const piece = Buffer.alloc(pieceBytes)
      return piece.toString('latin1', 0, readSync(file, piece, 0, pieceBytes, position))
    }
    const first = hashIn(pieceAt(0).split('\n')[0] ?? '')
    const last = hashIn(
      pieceAt(Math.max(0, fstatSync(file).size - pieceBytes))
        .trimEnd()
        .split('\n')
        .at(-1) ?? '',
    )
    if (first > last) throw new Error('has to be in the order of its hashes')
  } finally {
    closeSync(file)
  }
  return path
}

/** The first line that begins at `from` or behind it: where it begins, its hash, and where the next one does. Undefined behind the last. */
const lineFrom = async (file: FileHandle, from: number) => {
  const start = Math.max(0, from - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, start)
  const text = buffer.toString('latin1', 0, bytesRead)
  const begins = from === 0 ? 0 : text.indexOf('\n') + 1
  if ((from > 0 && begins === 0) || begins >= text.length) return undefined
  const end = text.indexOf('\n', begins)
  const whole = end === -1 ? text.length : end
  return { at: start + begins, hash: hashIn(text.slice(begins, whole)), next: start + whole + 1 }
}

const isIn = async (file: FileHandle, wanted: string): Promise<boolean> => {
  let [low, high] = [0, (await file.stat()).size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = await lineFrom(file, middle)
    if (found?.hash === wanted) return true
    if (found && found.at < high && found.hash < wanted) low = found.next
    else high = middle
  }
  return false
}

/**
 * Whether a password is in a list of stolen ones (`SITWELL_BREACHED_PASSWORDS`), by its SHA-1, which is what such lists hold. The file
 * is searched where it lies: it is larger than memory. Throws an error if it can't be read.
 */
export const isBreachedPassword = async (path: string, password: string): Promise<boolean> => {
  const file = await open(path)
  try {
    return await isIn(file, createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase())
  } finally {
    await file.close()
  }
}
