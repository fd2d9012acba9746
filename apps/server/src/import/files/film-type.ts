/** The kinds of film that browsers play: MP4 with H.264, and WebM. */
export type FilmType = 'video/mp4' | 'video/webm'

interface Box {
  readonly type: string
  readonly bytes: Uint8Array
}

/** More boxes than stand beside each other in any film: a hostile one could have millions of empty ones. */
const mostBoxes = 10_000

/** Boxes of an MP4 that stand beside each other, as far as they can be read: whatever a file says of their sizes, each is within it. */
function* boxesIn(bytes: Uint8Array): Generator<Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let [at, count] = [0, 0]; at + 8 <= bytes.length && count < mostBoxes; count += 1) {
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

/** A number of Matroska: how many bytes it has, its first one says. `isId`: the bits that say so are part of it. */
const numberAt = (
  bytes: Uint8Array,
  at: number,
  isId: boolean,
): { readonly value: number; readonly next: number } | undefined => {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > 8 || at + length > bytes.length) return undefined
  const start = isId ? first : first & (0xff >> length)
  return { value: bytes.subarray(at + 1, at + length).reduce((sum, one) => sum * 256 + one, start), next: at + length }
}

/** The elements of Matroska that stand beside each other, by their ids. */
function* elementsIn(bytes: Uint8Array): Generator<{ readonly id: number; readonly bytes: Uint8Array }> {
  for (let at = 0; at < bytes.length; ) {
    const id = numberAt(bytes, at, true)
    const size = id && numberAt(bytes, id.next, false)
    if (!size) return
    yield { id: id.value, bytes: bytes.subarray(size.next, size.next + size.value) }
    at = size.next + size.value
  }
}

const idOfHead = 0x1a45dfa3
const idOfKind = 0x4282

/** A WebM is a Matroska file that says in its head that it is one. */
const isWebm = (bytes: Uint8Array): boolean => {
  const [head] = elementsIn(bytes.subarray(0, 4096))
  if (head?.id !== idOfHead) return false
  return [...elementsIn(head.bytes)].some((one) => one.id === idOfKind && Buffer.from(one.bytes).toString('latin1') === 'webm')
}

/** What kind of film bytes are, by what they hold and not by their name; undefined if they are none that browsers play. */
export const filmTypeOf = (bytes: Uint8Array): FilmType | undefined => {
  if (isWebm(bytes)) return 'video/webm'
  return isMp4(bytes) && codingsOf(bytes).some((coding) => coding === 'avc1' || coding === 'avc3') ? 'video/mp4' : undefined
}
