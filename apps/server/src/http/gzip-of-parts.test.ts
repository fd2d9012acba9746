import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compressedEnd, gzipWithEnd } from './gzip-of-parts.ts'

test('any beginning and the end that was compressed before are one gzip of both', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.constant('ä'.repeat(70_000)))
  fc.assert(
    fc.property(text, text, text, (one, other, end) => {
      const compressed = compressedEnd(end)
      for (const beginning of [one, other])
        expect(gunzipSync(gzipWithEnd(beginning, compressed)).toString()).toBe(Buffer.from(beginning + end).toString())
    }),
  )
})
