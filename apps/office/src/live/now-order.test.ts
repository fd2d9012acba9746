import type { LiveUnderWay } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byNeed } from './now-order.ts'

const nowMs = Date.parse('2026-12-03T10:00:00Z')
const inMinutes = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString()

const examWith = (name: string, [people, open, waiting, done]: readonly number[], endsIn?: number): LiveUnderWay =>
  ({
    ...{ deliveryID: name, name, examName: name, rooms: [] },
    ...(endsIn !== undefined && { endsAt: inMinutes(endsIn) }),
    counts: { people, open, waiting, 'handed-in': done },
  }) as LiveUnderWay

const names = (exams: readonly LiveUnderWay[]) => exams.map(({ name }) => name)

test('exams that people sit or wait for come before one that comes, and that before those that nobody sits any more', () => {
  const exams = [
    examWith('handed in', [60, 0, 0, 60], 30),
    examWith('over', [12, 0, 0, 3], -1),
    examWith('comes', [30, 0, 0, 0], 90),
    examWith('under way', [30, 20, 0, 10], 40),
    examWith('without an end', [1, 1, 0, 0]),
    examWith('begins', [30, 0, 4, 0], 90),
    examWith('overdue', [30, 1, 0, 29], -5),
  ]
  expect(names(byNeed(exams, nowMs))).toEqual([
    ...['under way', 'without an end', 'begins', 'overdue', 'comes', 'handed in', 'over'],
  ])
})

test('no exam is left out, and no idle one is above one that learners sit', () => {
  const count = fc.nat({ max: 3 })
  const exam = fc
    .tuple(count, count, count, count, fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }))
    .map(([people, open, waiting, done, endsIn]) => examWith('exam', [people, open, waiting, done], endsIn))
  fc.assert(
    fc.property(fc.array(exam), (exams) => {
      const sorted = byNeed(exams, nowMs)
      expect(new Set(sorted)).toEqual(new Set(exams))
      const isBusy = ({ counts }: LiveUnderWay) => counts.open + counts.waiting > 0
      const firstIdle = sorted.findIndex((one) => !isBusy(one))
      expect(firstIdle === -1 ? [] : sorted.slice(firstIdle).filter(isBusy)).toEqual([])
    }),
  )
})
