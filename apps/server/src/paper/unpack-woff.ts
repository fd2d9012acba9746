import { inflateSync } from 'node:zlib'

const headBytes = 44
const entryBytes = 20
const sfntHeadBytes = 12
const sfntEntryBytes = 16
const signature = 0x774f4646

/**
 * A font out of its WOFF 1.0 wrapping, as the font was before. Libraries that read the wrapped one inflate a table again with each
 * look at it. Throws an error if it is no such font; ours come with the program.
 */
export const unpackWoff = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const woff = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (woff.getUint32(0) !== signature) throw new Error('This is no WOFF font')
  const tables = woff.getUint16(12)
  const sfnt = new Uint8Array(woff.getUint32(16))
  const view = new DataView(sfnt.buffer)
  const searched = 2 ** Math.floor(Math.log2(tables)) * sfntEntryBytes
  view.setUint32(0, woff.getUint32(4))
  view.setUint16(4, tables)
  view.setUint16(6, searched)
  view.setUint16(8, Math.log2(searched / sfntEntryBytes))
  view.setUint16(10, tables * sfntEntryBytes - searched)
  let at = sfntHeadBytes + tables * sfntEntryBytes
  for (let index = 0; index < tables; index += 1) {
    const entry = headBytes + index * entryBytes
    const [tag, offset, packed, length, sum] = [0, 4, 8, 12, 16].map((field) => woff.getUint32(entry + field))
    if (tag === undefined || offset === undefined || packed === undefined || length === undefined || sum === undefined)
      throw new Error('This WOFF font has an unreadable table')
    const held = bytes.subarray(offset, offset + packed)
    sfnt.set(packed < length ? inflateSync(held) : held, at)
    const place = sfntHeadBytes + index * sfntEntryBytes
    for (const [field, value] of [tag, sum, at, length].entries()) view.setUint32(place + field * 4, value)
    at += Math.ceil(length / 4) * 4
  }
  return sfnt
}
