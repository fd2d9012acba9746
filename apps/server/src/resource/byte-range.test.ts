import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rangeOf } from './byte-range.ts'

describe('the range that a request asks for', () => {
  test.each([
    ['bytes=0-9', { from: 0, to: 9 }],
    ['bytes=90-', { from: 90, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-1000', { from: 0, to: 99 }],
    ['bytes=50-1000', { from: 50, to: 99 }],
    ['bytes = 99 - 99', { from: 99, to: 99 }],
    ['bytes=100-', 'beyond'],
    ['bytes=-0', 'beyond'],
  ])('%s of 100 bytes', (header, range) => {
    expect(rangeOf(header, 100)).toEqual(range)
  })

  test('nothing that can not be read is a range, nor several at once', () => {
    for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=9-0', 'lines=0-9', 'bytes=0-9,20-29', 'bytes=a-b'])
      expect(rangeOf(header, 100), header).toBeUndefined()
  })

  test('lies in the file, whatever is asked', () => {
    const asked = fc.tuple(fc.nat(), fc.option(fc.nat(), { nil: '' }), fc.nat(1000))
    fc.assert(
      fc.property(asked, fc.boolean(), ([first, last, size], fromEnd) => {
        const range = rangeOf(fromEnd ? `bytes=-${last || first}` : `bytes=${first}-${last}`, size)
        if (typeof range !== 'object') return
        expect(range.from).toBeGreaterThanOrEqual(0)
        expect(range.from).toBeLessThanOrEqual(range.to)
        expect(range.to).toBeLessThan(size)
      }),
    )
  })
})
