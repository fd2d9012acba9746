/** The kinds of film that browsers play: MP4 with H.264, and WebM. */
export type FilmType = 'video/mp4' | 'video/webm'

interface Box {
  readonly type: string
  readonly bytes: Uint8Array
}

/** Boxes of an MP4 that stand beside each other, as far as they can be read: whatever a file says of their sizes, each is within it. */
function* boxesIn(bytes: Uint8Array): Generator<Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 8 <= bytes.length; ) {
    const said = view.getUint32(at)
    const isLong = said === 1
    if (isLong && at + 16 > bytes.length) return
    const head = isLong ? 16 : 8
    const size = isLong ? Number(view.getBigUint64(at + 8)) : said === 0 ? bytes.length - at : said
    if (size < head) return
    yield { type: Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1'), bytes: bytes.subarray(at + head, at + size) }
    at += size
  }
}

/** The boxes that lie at the end of a path of types. */
const boxesAt = (bytes: Uint8Array, [first, ...others]: readonly string[]): Uint8Array[] =>
  [...boxesIn(bytes)]
    .filter(({ type }) => type === first)
    .flatMap((box) => (others.length === 0 ? [box.bytes] : boxesAt(box.bytes, others)))

/** How the tracks of an MP4 are coded. Before the list of codings stand its version and length, in 8 bytes. */
const codingsOf = (bytes: Uint8Array): string[] =>
  boxesAt(bytes, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']).flatMap((list) =>
    [...boxesIn(list.subarray(8))].map(({ type }) => type),
  )

const isMp4 = (bytes: Uint8Array): boolean => {
  const [first] = boxesIn(bytes.subarray(0, 4096))
  // QuickTime's own files look alike, and few browsers play them.
  return first?.type === 'ftyp' && !Buffer.from(first.bytes.subarray(0, 4)).equals(Buffer.from('qt  '))
}

/** A WebM is a Matroska file that says in its head that it is one. */
const isWebm = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 64))
  return head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])) && head.includes('\x42\x82\x84webm', 4, 'latin1')
}

/** What kind of film bytes are, by what they hold and not by their name; undefined where they are none that browsers play. */
export const filmTypeOf = (bytes: Uint8Array): FilmType | undefined => {
  if (isWebm(bytes)) return 'video/webm'
  return isMp4(bytes) && codingsOf(bytes).some((coding) => coding === 'avc1' || coding === 'avc3') ? 'video/mp4' : undefined
}
