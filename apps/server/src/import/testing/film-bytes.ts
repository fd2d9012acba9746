const box = (type: string, ...inside: readonly Uint8Array[]): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(8), ...inside])
  bytes.writeUInt32BE(bytes.length)
  bytes.write(type, 4, 'latin1')
  return bytes
}

/** An MP4 as far as its boxes go: its tracks are coded so, and nothing can be seen in it. */
export const mp4Bytes = (coding = 'avc1', brand = 'isom'): Uint8Array => {
  const codings = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(coding, Buffer.alloc(78)))
  const sound = box('trak', box('mdia', box('minf', box('stbl', box('stsd', Buffer.alloc(8), box('mp4a'))))))
  const film = box('trak', box('mdia', box('minf', box('stbl', codings))))
  return box('all_', box('ftyp', Buffer.from(`${brand}\0\0\0\0`, 'latin1')), box('mdat'), box('moov', sound, film)).subarray(8)
}

/** The head of a file of Matroska, of which a WebM is one. */
export const matroskaBytes = (kind = 'webm'): Uint8Array => {
  const fields = Buffer.concat([Buffer.from('4286810142f7810142f2810442f381084282', 'hex'), Buffer.from([0x80 + kind.length])])
  const head = Buffer.concat([fields, Buffer.from(kind)])
  return Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + head.length]), head])
}
