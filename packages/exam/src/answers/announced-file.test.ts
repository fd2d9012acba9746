import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnnouncedBytes, judgeAnnounced } from './announced-file.ts'
import type { LateRules } from './late-answers.ts'

const rules: LateRules = { graceMs: 30_000, offline: 'count', offlineMs: 86_400_000 }
const inTime: AnnouncedBytes = {
  announced: { verdict: 'count', reason: 'grace', typedMs: 50_000 },
  receivedMs: 400_000,
  endMs: 100_000,
  completedMs: undefined,
  isMarkShown: false,
}

const anyRules = fc.record({
  graceMs: fc.integer({ min: 0, max: 60_000 }),
  offline: fc.constantFrom('count' as const, 'review' as const, 'refuse' as const),
  offlineMs: fc.integer({ min: 0, max: 172_800_000 }),
})
const moment = fc.integer({ min: 0, max: 300_000_000 })
const anyBytes = fc.record({
  announced: fc.record({
    verdict: fc.constantFrom('count' as const, 'review' as const, 'late' as const),
    reason: fc.constantFrom('grace' as const, 'typed-late' as const),
  }),
  receivedMs: moment,
  endMs: fc.option(moment, { nil: undefined }),
  completedMs: fc.option(moment, { nil: undefined }),
  isMarkShown: fc.boolean(),
})

test('bytes of a file that was announced in time count while late answers may arrive, by the organisation’s setting', () => {
  expect(judgeAnnounced(inTime, rules)).toEqual({ verdict: 'count', reason: 'announced-in-time', typedMs: 50_000 })
  expect(judgeAnnounced(inTime, { ...rules, offline: 'review' })).toMatchObject({ verdict: 'review' })
  expect(judgeAnnounced(inTime, { ...rules, offline: 'refuse' })).toMatchObject({ verdict: 'late' })
  expect(judgeAnnounced({ ...inTime, receivedMs: 100_000 + 86_400_001 }, rules)).toMatchObject({ reason: 'too-old' })
  expect(judgeAnnounced({ ...inTime, isMarkShown: true }, rules)).toMatchObject({ verdict: 'late', reason: 'mark-told' })
})

const worth = { late: 0, review: 1, count: 2 } as const

test('no bytes make a file count more than its announcement did', () => {
  fc.assert(
    fc.property(anyBytes, anyRules, (bytes, held) => {
      expect(worth[judgeAnnounced(bytes, held).verdict]).toBeLessThanOrEqual(worth[bytes.announced.verdict])
    }),
  )
})

test('bytes that come later never count more, and with no end, or within the grace, are what their announcement was', () => {
  fc.assert(
    fc.property(anyBytes, anyRules, fc.nat(100_000_000), (bytes, held, laterMs) => {
      const later = judgeAnnounced({ ...bytes, receivedMs: bytes.receivedMs + laterMs }, held)
      expect(worth[later.verdict]).toBeLessThanOrEqual(worth[judgeAnnounced(bytes, held).verdict])
      const endless = { ...bytes, endMs: undefined, completedMs: undefined, isMarkShown: false }
      expect(judgeAnnounced(endless, held)).toEqual(bytes.announced)
    }),
  )
})
