import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withoutMetadata } from './picture-without-metadata.ts'

const name = 'Zebedia Quagmire'
const exif = { IFD0: { Artist: name, Copyright: name, ImageDescription: name }, IFD3: { GPSLatitudeRef: 'N' } }
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${name}</dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`

const drawn = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#083' } })
const noted = () => drawn().withExif(exif).withXmp(xmp)
const inserted = (bytes: Buffer, at: number, more: Buffer) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])

const jpegComment = (bytes: Buffer) =>
  inserted(bytes, 2, Buffer.concat([Buffer.from([0xff, 0xfe, 0, name.length + 2]), Buffer.from(name)]))

const pngText = (bytes: Buffer) => {
  const data = Buffer.from(`tEXtAuthor\0${name}`)
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length - 4)
  check.writeUInt32BE(crc32(data))
  // Behind the signature and the header.
  return inserted(bytes, 33, Buffer.concat([length, data, check]))
}

const gifComment = (bytes: Buffer) =>
  inserted(
    bytes,
    bytes.length - 1,
    Buffer.concat([Buffer.from([0x21, 0xfe, name.length]), Buffer.from(name), Buffer.from([0])]),
  )

/** Pictures of each kind that is shown, with a name in each place that a camera or a program writes to. */
const pictures = async (): Promise<Record<string, Buffer>> => ({
  jpeg: jpegComment(await noted().jpeg().toBuffer()),
  png: pngText(await noted().png().toBuffer()),
  webp: await noted().webp().toBuffer(),
  gif: gifComment(await drawn().gif().toBuffer()),
  avif: await noted().avif().toBuffer(),
})

// OFFICE-306
test('a picture of any kind is written again without names, comments and places, and without bytes behind its end', async () => {
  for (const [kind, bytes] of Object.entries(await pictures())) {
    expect(bytes.includes(name), kind).toBe(true)
    for (const given of [bytes, Buffer.concat([bytes, Buffer.from(`\n${name}`)])]) {
      const shown = await withoutMetadata(given)
      if (!shown) throw new Error(`${kind} is not shown.`)
      expect(shown.bytes.includes(name), kind).toBe(false)
      const { width, exif: left, xmp: also, iptc } = await sharp(shown.bytes).metadata()
      expect([width, left, also, iptc], kind).toEqual([8, undefined, undefined, undefined])
    }
  }
})
