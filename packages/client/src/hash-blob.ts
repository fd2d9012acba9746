import { sha256 } from '@noble/hashes/sha2.js'

/** Bytes that are read at once in its own thread: what any device has room for. */
const stepBytes = 4 * 1024 * 1024

interface Hashing {
  /** Bytes that are read at once: the thread does nothing else while it computes with them. */
  readonly stepBytes?: number
  /** Called before each read. */
  onStep?(): void
}

/**
 * The SHA-256 of a file of any size, in hexadecimal. The browser's own takes the whole of it in memory, and over plain http there is
 * none; so it is reckoned here, a piece at a time.
 */
export const hashBlob = async (blob: Blob, { stepBytes: step = stepBytes, onStep }: Hashing = {}): Promise<string> => {
  const hash = sha256.create()
  for (let from = 0; from < blob.size; from += step) {
    onStep?.()
    hash.update(new Uint8Array(await blob.slice(from, from + step).arrayBuffer()))
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
