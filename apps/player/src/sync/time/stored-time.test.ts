import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { type ExamTime, enterPart, freshTime, giveTime, passTime } from '@sitwell/exam/time/exam-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeServerTimes } from './merge-server-times.ts'
import { fromStored, toStored, withGivenSince } from './stored-time.ts'

const minute = 60_000
const part = (id: string, timeMs: number, readingMs = 0) => ({ id, timeMs, readingMs, warningMs: 0, oneWay: false })
const plan: ExamPlan = { timeMs: 60 * minute, warningMs: 0, parts: [part('a', 20 * minute, 5 * minute), part('b', 0)] }
const begun = enterPart(freshTime(plan), plan, 'a')
/** A record of this time, in which no part is completed. */
const storedAt = (time: ExamTime) => ({ ...toStored(time, plan), completedParts: [] })
const stored = storedAt(passTime(begun, 10 * minute))

test('a sitting goes on with what the ledger says where time went by while the page was away', () => {
  const server = passTime(begun, 30 * minute)
  expect(fromStored(server, plan, stored)).toEqual(server)
  expect(fromStored(server, plan, undefined)).toBe(server)
})

test('what was given before the network went is there when the exam opens without one, and isn’t given again with its return', () => {
  const atHand = storedAt(giveTime(passTime(begun, 10 * minute), plan, 5 * minute))
  const server = withGivenSince(begun, plan, atHand)
  const time = fromStored(server, plan, atHand)
  expect(time).toMatchObject({
    leftMs: 60 * minute,
    addedMs: 5 * minute,
    parts: { a: { leftMs: 20 * minute, addedMs: 5 * minute } },
  })
  const word = { examTime: 65 * 60, examTimeRemaining: 60 * 60, elapsedTime: 300, sections: [] }
  expect(mergeServerTimes(time, plan, word, 0)).toMatchObject({ leftMs: 60 * minute, addedMs: 5 * minute })
  expect(withGivenSince(begun, plan, undefined)).toEqual(begun)
  expect(fromStored(withGivenSince(begun, plan, storedAt(begun)), plan, storedAt(begun))).toEqual(begun)
})

test('a sitting never goes on with more than it had, unless more was given since', () => {
  expect(fromStored(begun, plan, stored)).toMatchObject({
    leftMs: 55 * minute,
    elapsedMs: 5 * minute,
    parts: { a: { leftMs: 15 * minute, readingLeftMs: 0 }, b: { leftMs: undefined } },
  })
  // Five minutes were given while the page was away: they are in the plan that the server sends.
  const more: ExamPlan = { ...plan, timeMs: 65 * minute, parts: [part('a', 25 * minute, 5 * minute), part('b', 0)] }
  const server = enterPart(freshTime(more), more, 'a')
  expect(fromStored(server, more, stored)).toMatchObject({ leftMs: 60 * minute, parts: { a: { leftMs: 20 * minute } } })
  // Given here before it was kept, they don't count again.
  const storedWithIt = storedAt(giveTime(passTime(begun, 10 * minute), plan, 5 * minute))
  expect(fromStored(server, more, storedWithIt)).toMatchObject({ leftMs: 60 * minute, parts: { a: { leftMs: 20 * minute } } })
})

test('parts that were finished here stay it, whatever the server has heard', () => {
  const time = fromStored(begun, plan, { ...stored, completedParts: ['a', 'of another exam'] })
  expect(time.parts.a?.isComplete).toBe(true)
  expect(Object.keys(time.parts)).toEqual(['a', 'b'])
})

test('a part that a record knows nothing of is bounded by the ledger alone', () => {
  const exam = { ...stored, timeLeftMs: { exam: 30 * minute }, givenMs: {}, readingLeftMs: {}, elapsedMs: 30 * minute }
  expect(fromStored(begun, plan, exam)).toMatchObject({ leftMs: 30 * minute, parts: { a: { leftMs: 20 * minute } } })
})

test('whatever is kept, there is never less than nothing nor more than the ledger has', () => {
  const any = fc.oneof(fc.double(), fc.constantFrom(-1, Number.NaN, Number.POSITIVE_INFINITY))
  const anyRecord = fc.dictionary(fc.constantFrom('exam', 'a', 'b'), any)
  fc.assert(
    fc.property(anyRecord, anyRecord, anyRecord, any, (timeLeftMs, givenMs, readingLeftMs, elapsedMs) => {
      const time = fromStored(begun, plan, { timeLeftMs, givenMs, readingLeftMs, elapsedMs, completedParts: [] })
      for (const { leftMs = 0, readingLeftMs: reading } of [...Object.values(time.parts), { ...time, readingLeftMs: 0 }]) {
        expect(Math.min(leftMs, reading)).toBeGreaterThanOrEqual(0)
        expect(reading).toBeLessThanOrEqual(5 * minute)
      }
      expect(time.leftMs ?? 0).toBeLessThanOrEqual(60 * minute)
      expect(time.parts.a?.leftMs ?? 0).toBeLessThanOrEqual(20 * minute)
      expect(time.elapsedMs).toBeGreaterThanOrEqual(0)
    }),
  )
})
