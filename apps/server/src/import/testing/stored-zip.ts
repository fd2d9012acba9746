import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** A file of an archive: its bytes, or how many zeros it holds, which take no room on the disk. */
export interface StoredEntry {
  readonly name: string
  readonly content: Uint8Array | number
}

const zeros = Buffer.alloc(16 * 1024 * 1024)

const sumOf = (content: Uint8Array | number): number => {
  if (typeof content !== 'number') return crc32(content)
  let sum = 0
  for (let left = content; left > 0; left -= zeros.length) sum = crc32(zeros.subarray(0, Math.min(left, zeros.length)), sum)
  return sum
}

const fields = (parts: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer =>
  Buffer.concat(
    parts.map(([bytes, value]) => {
      const one = Buffer.alloc(bytes)
      one.writeUIntLE(value, 0, bytes)
      return one
    }),
  )

/** Writes a zip archive whose files are stored as they are, below 4 GB in all: of gigabytes, and of any number of files. */
export const writeStoredZip = async (path: string, entries: Iterable<StoredEntry>): Promise<void> => {
  const file = await open(path, 'w')
  try {
    const directory: Buffer[] = []
    let at = 0
    let waiting: Buffer[] = []
    let waitingBytes = 0
    const flush = async () => {
      await file.write(Buffer.concat(waiting), 0, waitingBytes, at)
      at += waitingBytes
      waiting = []
      waitingBytes = 0
    }
    for (const { name, content } of entries) {
      const size = typeof content === 'number' ? content : content.length
      const named = Buffer.from(name)
      const common = [
        [2, 20],
        [2, 0x800],
        [2, 0],
        [4, 0],
        [4, sumOf(content)],
        [4, size],
        [4, size],
        [2, named.length],
      ] as const
      directory.push(
        fields([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at + waitingBytes]]),
        named,
      )
      const head = Buffer.concat([fields([[4, 0x04034b50], ...common, [2, 0]]), named])
      waiting.push(head, ...(typeof content === 'number' ? [] : [Buffer.from(content)]))
      waitingBytes += head.length + (typeof content === 'number' ? 0 : size)
      if (typeof content === 'number' || waitingBytes > zeros.length) await flush()
      if (typeof content === 'number') at += size
    }
    await flush()
    const central = Buffer.concat(directory)
    const count = directory.length / 2
    const end = fields([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, central.length],
      [4, at],
      [2, 0],
    ])
    await file.write(Buffer.concat([central, end]), 0, central.length + end.length, at)
  } finally {
    await file.close()
  }
}
