import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const deflated = promisify(deflateRaw)

/** Where a file packs better than this it is stored as it is: an import takes what unpacks to many times its size for a bomb. */
const mostRatio = 20
const version = 20
/** Names are UTF-8. */
const flags = 0x0800
/** 1 January 1980, the first day of this form: the same exam is the same file. */
const day = 0x0021

interface Entry {
  readonly name: Buffer
  readonly packed: Uint8Array
  readonly method: 0 | 8
  readonly crc: number
  readonly size: number
}

/** Packed beside the thread that asks, which goes on with what others want of it. */
const entryOf = async (path: string, bytes: Uint8Array): Promise<Entry> => {
  const packed = await deflated(bytes, { level: 9 })
  const isStored = packed.length >= bytes.length || bytes.length > packed.length * mostRatio
  return {
    name: Buffer.from(path),
    packed: isStored ? bytes : packed,
    method: isStored ? 0 : 8,
    crc: crc32(bytes),
    size: bytes.length,
  }
}

/** What the header of a file and its line in the directory say alike. */
const common = ({ name, packed, method, crc, size }: Entry): Buffer => {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(version, 0)
  header.writeUInt16LE(flags, 2)
  header.writeUInt16LE(method, 4)
  header.writeUInt16LE(day, 8)
  header.writeUInt32LE(crc, 10)
  header.writeUInt32LE(packed.length, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

const signed = (signature: number, ...parts: readonly Uint8Array[]): Buffer => {
  const start = Buffer.alloc(4)
  start.writeUInt32LE(signature)
  return Buffer.concat([start, ...parts])
}

/** Files by their paths, which may be read one by one as they are packed. */
type Files = Iterable<readonly [string, Uint8Array]> | AsyncIterable<readonly [string, Uint8Array]>

async function* piecesOf(files: Files): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let at = 0
  for await (const [path, bytes] of files) {
    const entry = await entryOf(path, bytes)
    const local = signed(0x04034b50, common(entry), entry.name)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(signed(0x02014b50, Buffer.from([version, 0]), common(entry), rest, entry.name))
    at += local.length + entry.packed.length
    yield local
    yield entry.packed
  }
  const lines = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(lines.length, 8)
  end.writeUInt32LE(at, 12)
  yield lines
  yield signed(0x06054b50, end)
}

/** Writes files as a zip archive, packed one by one. A package's limits keep it below what this form of archives holds. Never over a file that is there. */
export const writeZip = (path: string, files: Files): Promise<void> =>
  pipeline(Readable.from(piecesOf(files)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
