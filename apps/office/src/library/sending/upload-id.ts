import { hashBlob } from '@sitwell/client/hash-blob'

/** Bytes at either end of a file that its id depends on: where archives and texts differ that somebody has corrected. */
const endBytes = 64 * 1024

/** What is known of a file that was chosen; a `File` of the browser has it. */
export interface ChosenFile extends Blob {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly lastModified: number
}

/**
 * The id under which somebody uploads a file. It follows from the person and the file, so that an upload that broke off continues where it was once
 * the same file is chosen again: after a reload, in another browser, on another computer. A file that was changed since is another upload. Rejects
 * if the file can't be read.
 */
export const uploadIdOf = async (userGuid: string, file: ChosenFile): Promise<string> => {
  const { name, size, lastModified } = file
  const known = [
    JSON.stringify([userGuid, name, size, lastModified]),
    file.slice(0, endBytes),
    file.slice(Math.max(endBytes, size - endBytes)),
  ]
  const digits = await hashBlob(new Blob(known))
  // Version 8 of UUIDs is for hashes of one's own.
  const uuid = `${digits.slice(0, 12)}8${digits.slice(13, 16)}8${digits.slice(17, 32)}`
  return [uuid.slice(0, 8), uuid.slice(8, 12), uuid.slice(12, 16), uuid.slice(16, 20), uuid.slice(20)].join('-')
}
