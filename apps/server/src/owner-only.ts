import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** What others than the owner may do with a file or folder. */
const ofOthers = 0o077

/** Takes away what others may; what somebody else owns is left as it is. Does nothing if there is no such file. */
export const keepFromOthers = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || (found.mode & ofOthers) === 0) return
  try {
    chmodSync(path, found.mode & ~ofOthers & 0o7777)
  } catch {
    // A folder that is mounted may belong to another; the server works in it anyway.
  }
}

/** Makes a folder that only its owner looks into; one that was there before stays as its owner wants it. */
export const makeOwnFolder = (path: string): void => void mkdirSync(path, { recursive: true, mode: 0o700 })
