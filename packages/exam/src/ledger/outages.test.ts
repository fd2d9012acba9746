import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outagesWithin } from './outages.ts'

const moment = fc.integer({ min: 0, max: 50 })
const outages = fc.array(fc.record({ fromMs: moment, toMs: moment }))

test('a moment lies in an outage exactly where it lies in one of those that were noted, and each counts once', () => {
  fc.assert(
    fc.property(outages, moment, moment, (noted, fromMs, toMs) => {
      const found = outagesWithin(noted, fromMs, toMs)
      const isIn = (list: typeof noted, at: number) => list.some((one) => one.fromMs <= at && at < one.toMs)
      for (let at = 0; at < 50; at += 1) {
        const isOut = at >= fromMs && at < toMs && isIn(noted, at)
        expect(isIn(found, at)).toBe(isOut)
      }
      for (const [index, one] of found.entries()) expect(one.fromMs).toBeGreaterThan(found[index - 1]?.toMs ?? -1)
    }),
  )
})
