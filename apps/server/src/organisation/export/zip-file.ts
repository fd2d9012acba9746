import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'

const deflated = promisify(deflateRaw)

/** Where a file packs better than this it is stored as it is: an import takes what unpacks to many times its size for a bomb. */
const mostRatio = 20
const version = 20
/** Names are UTF-8. */
const flags = 0x0800
/** Checksum and sizes stand after the bytes, because nobody knows them before. */
const sizesAfter = 0x0008
/** What this form of archives holds, in bytes. */
const mostBytes = 0xffff_ffff
/** 1 January 1980, the first day of this form: the same exam is the same file. */
const day = 0x0021

/** An archive would be larger than this form of archives can be: four gigabytes, or a file in it. */
export class ArchiveTooLarge extends RangeError {
  override readonly name = 'ArchiveTooLarge'
}

/** What the directory says of a file. Sizes are in bytes. */
interface Facts {
  readonly name: Buffer
  readonly flags: number
  readonly method: 0 | 8
  readonly crc: number
  readonly packedSize: number
  readonly size: number
}

interface Entry extends Facts {
  readonly packed: Uint8Array
}

/** Packed beside the thread that asks, which continues with what others want of it. */
const entryOf = async (path: string, bytes: Uint8Array): Promise<Entry> => {
  const packed = await deflated(bytes, { level: 9 })
  const isStored = packed.length >= bytes.length || bytes.length > packed.length * mostRatio
  return {
    ...{ name: Buffer.from(path), flags },
    packed: isStored ? bytes : packed,
    packedSize: isStored ? bytes.length : packed.length,
    method: isStored ? 0 : 8,
    crc: crc32(bytes),
    size: bytes.length,
  }
}

/** What the header of a file and its line in the directory say alike. */
const common = ({ name, flags: own, method, crc, packedSize, size }: Facts): Buffer => {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(version, 0)
  header.writeUInt16LE(own, 2)
  header.writeUInt16LE(method, 4)
  header.writeUInt16LE(day, 8)
  header.writeUInt32LE(crc, 10)
  header.writeUInt32LE(packedSize, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

const signed = (signature: number, ...parts: readonly Uint8Array[]): Buffer => {
  const start = Buffer.alloc(4)
  start.writeUInt32LE(signature)
  return Buffer.concat([start, ...parts])
}

type Pieces = AsyncIterable<Uint8Array>

/** Files by their paths, which may be read one by one as they are packed. One that comes in pieces is never held whole. */
type Files =
  | Iterable<readonly [string, Uint8Array | Pieces]>
  | AsyncIterable<readonly [string, Uint8Array]>
  | AsyncIterable<readonly [string, Pieces | Uint8Array]>

/** A file with its header, packed whole. */
async function* wholeFile(path: string, bytes: Uint8Array): AsyncGenerator<Uint8Array, Facts> {
  const { packed, ...facts } = await entryOf(path, bytes)
  yield signed(0x04034b50, common(facts), facts.name)
  yield packed
  return facts
}

/** A file with its header, packed piece by piece, and what is known of it afterwards. */
async function* fileInPieces(path: string, pieces: Pieces): AsyncGenerator<Uint8Array, Facts> {
  const unknown: Facts = { name: Buffer.from(path), flags: flags | sizesAfter, method: 8, crc: 0, packedSize: 0, size: 0 }
  yield signed(0x04034b50, common(unknown), unknown.name)
  let crc = 0
  let size = 0
  let packedSize = 0
  async function* counted() {
    for await (const piece of pieces) {
      crc = crc32(piece, crc)
      size += piece.length
      if (size > mostBytes) throw new ArchiveTooLarge(`${path} is too large for an archive`)
      yield piece
    }
  }
  const deflate = createDeflateRaw()
  const fed = pipeline(counted(), deflate)
  // A failure reaches the loop below as well.
  fed.catch(() => undefined)
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    packedSize += piece.length
    yield piece
  }
  await fed
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc, 0)
  sizes.writeUInt32LE(packedSize, 4)
  sizes.writeUInt32LE(size, 8)
  yield signed(0x08074b50, sizes)
  return { ...unknown, crc, packedSize, size }
}

async function* piecesOf(files: Files): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let at = 0
  for await (const [path, bytes] of files) {
    const from = at
    const parts = bytes instanceof Uint8Array ? wholeFile(path, bytes) : fileInPieces(path, bytes)
    let next = await parts.next()
    for (; !next.done; next = await parts.next()) {
      at += next.value.length
      if (at > mostBytes) throw new ArchiveTooLarge('The archive is too large')
      yield next.value
    }
    const facts = next.value
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(from, 10)
    directory.push(signed(0x02014b50, Buffer.from([version, 0]), common(facts), rest, facts.name))
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

/**
 * Writes files as a zip archive, packed one by one, and never over a file that is there. Rejects with `ArchiveTooLarge` if that is more than this form of
 * archives holds.
 */
export const writeZip = (path: string, files: Files): Promise<void> =>
  pipeline(Readable.from(piecesOf(files)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
