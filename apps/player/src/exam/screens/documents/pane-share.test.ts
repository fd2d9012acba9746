import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastShare, mostShare, shareWithin, usualShare } from './pane-share.ts'

test('the document and the question both stay wide enough to read, whatever was kept or dragged to', () => {
  fc.assert(
    fc.property(fc.double(), (share) => {
      expect(shareWithin(share)).toBeGreaterThanOrEqual(leastShare)
      expect(shareWithin(share)).toBeLessThanOrEqual(mostShare)
    }),
  )
  expect([shareWithin(0.4), shareWithin(0), shareWithin(1), shareWithin(Number.NaN)]).toEqual([
    0.4,
    leastShare,
    mostShare,
    usualShare,
  ])
})
