import { constants, crc32, deflateRawSync } from 'node:zlib'

/** The end of a text, compressed once for all whose texts end so. */
export interface CompressedEnd {
  readonly bytes: Buffer
  readonly deflated: Buffer
}

export const compressedEnd = (text: string): CompressedEnd => {
  const bytes = Buffer.from(text)
  return { bytes, deflated: deflateRawSync(bytes, { level: constants.Z_BEST_COMPRESSION }) }
}

/** As RFC 1952 has it: deflated, without a name or a time, by a system that isn't told. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/**
 * One gzip of a text whose end was compressed before. What comes before it is compressed up to a full byte, with nothing carried over that
 * the end would need: so that it is behind any beginning.
 */
export const gzipWithEnd = (beginning: string, { bytes, deflated }: CompressedEnd): Buffer => {
  const own = Buffer.from(beginning)
  const foot = Buffer.alloc(8)
  foot.writeUInt32LE(crc32(bytes, crc32(own)), 0)
  foot.writeUInt32LE((own.length + bytes.length) % 2 ** 32, 4)
  return Buffer.concat([head, deflateRawSync(own, { finishFlush: constants.Z_FULL_FLUSH }), deflated, foot])
}
