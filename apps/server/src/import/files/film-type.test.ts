import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matroskaBytes, mp4Bytes } from '../testing/film-bytes.ts'
import { filmTypeOf } from './film-type.ts'
import { mediaTypeIn } from './media-type.ts'

const real = new URL('../../../../../e2e/media/film.webm', import.meta.url)

/** An MP4 with this many empty boxes behind its first, before all others. */
const withEmptyBoxes = (film: Uint8Array, count: number): Uint8Array => {
  const first = new DataView(film.buffer, film.byteOffset).getUint32(0)
  const empty = Buffer.from('0000000866726565', 'hex')
  return Buffer.concat([film.subarray(0, first), ...Array.from({ length: count }, () => empty), film.subarray(first)])
}

describe('a film', () => {
  test('is what its bytes are, whatever it is called', async () => {
    expect(mediaTypeIn('a/b.mp4', mp4Bytes())).toBe('video/mp4')
    expect(mediaTypeIn('a/b.MP4', mp4Bytes('avc3'))).toBe('video/mp4')
    expect(filmTypeOf(withEmptyBoxes(mp4Bytes(), 9000))).toBe('video/mp4')
    expect(mediaTypeIn('a/b.webm', matroskaBytes())).toBe('video/webm')
    expect(mediaTypeIn('a/b.mp4', matroskaBytes())).toBe('video/webm')
    expect(filmTypeOf(await readFile(real))).toBe('video/webm')
    expect(mediaTypeIn('a/b.mov', mp4Bytes())).toBeUndefined()
    expect(mediaTypeIn('a/b.png', mp4Bytes())).toBe('image/png')
  })

  test.each([
    ['in a coding that few browsers play', mp4Bytes('hvc1')],
    ['of sound alone', mp4Bytes('mp4a')],
    ['of QuickTime', mp4Bytes('avc1', 'qt  ')],
    ['of Matroska that is no WebM', matroskaBytes('matroska')],
    ['of text', new TextEncoder().encode('<script>alert(1)</script>')],
    ['of nothing', new Uint8Array()],
    ['of more boxes than any film has', withEmptyBoxes(mp4Bytes(), 20_000)],
  ])('%s is none', (_, bytes) => {
    expect(filmTypeOf(bytes)).toBeUndefined()
  })

  test.each([
    ['MP4', mp4Bytes()],
    ['WebM', matroskaBytes()],
  ])('(%s) that is cut off, or lies about its sizes, is looked at once and taken for what can be read', (_, whole) => {
    const change = fc.record({ at: fc.nat(whole.length - 1), to: fc.integer({ min: 0, max: 255 }) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.nat(whole.length), (changes, length) => {
        const bytes = Uint8Array.from(whole.subarray(0, length))
        for (const { at, to } of changes) if (at < length) bytes[at] = to
        expect([undefined, 'video/mp4', 'video/webm']).toContain(filmTypeOf(bytes))
      }),
    )
  })
})
