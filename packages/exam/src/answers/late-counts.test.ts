import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canHaveBeen, countLate, lateCountsOf, lateNumbers, type StoredVersion } from './late-counts.ts'

const outcomes = ['applied', 'older', 'over-time', 'late-applied', 'late', 'in-pause', 'review', 'closed', 'reading']
const reasons = [null, 'grace', 'mark-told', 'in-pause', 'typed-late', 'typed-in-time', 'unsealed']
const version = fc.record({
  questionId: fc.constantFrom('q1', 'q2', 'q3', 'q4'),
  sequence: fc.nat({ max: 1_000_000 }),
  outcome: fc.constantFrom(...outcomes),
  judged: fc.constantFrom(...reasons),
})
const versions = fc.uniqueArray(version, { selector: ({ sequence }) => sequence, maxLength: 12 })
const none = () => false
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
const of = (sequence: number, outcome: string, judged: string | null = null, questionId = 'q1'): StoredVersion => ({
  questionId,
  sequence,
  outcome,
  judged,
})

test('the newest version of each question counts once, in any order of arrival', () => {
  fc.assert(
    fc.property(versions, fc.func(fc.boolean()), (all, isStanding) => {
      const counts = countLate(all, isStanding)
      expect(countLate(all.toReversed(), isStanding)).toEqual(counts)
      expect(sum(lateNumbers(counts))).toBeLessThanOrEqual(new Set(all.map(({ questionId }) => questionId)).size)
    }),
  )
})

test('an answer in time or within the grace is not late, nor is one that it replaced', () => {
  const late = [of(1, 'over-time', 'typed-late'), of(2, 'applied')]
  for (const all of [[of(1, 'applied')], [of(1, 'late-applied', 'grace')], late])
    expect(sum(lateNumbers(countLate(all, () => true)))).toBe(0)
})

test('each late answer counts, waits, or has a reason why it does not count', () => {
  const all = [
    of(1, 'late-applied', 'typed-in-time', 'a'),
    of(2, 'review', 'moment-unknown', 'b'),
    of(3, 'over-time', 'typed-late', 'c'),
    of(4, 'late', 'in-pause', 'd'),
    of(5, 'reading', 'grace', 'e'),
    of(6, 'late', 'mark-told', 'f'),
    of(7, 'late', 'no-evidence', 'g'),
  ]
  expect(countLate(all, none)).toEqual({
    counted: 1,
    waiting: 1,
    notCounted: { late: 2, paused: 1, closed: 1, markTold: 1 },
  })
  expect(countLate(all, ({ questionId }) => questionId === 'b')).toMatchObject({ counted: 2, waiting: 0 })
})

test('numbers are read as they were written, and nothing else is', () => {
  fc.assert(
    fc.property(versions, (all) => {
      const counts = countLate(all, none)
      expect(lateCountsOf(lateNumbers(counts))).toEqual(counts)
      expect(lateCountsOf([...lateNumbers(counts), 0])).toBeUndefined()
      expect(lateCountsOf(lateNumbers(counts).slice(1))).toBeUndefined()
    }),
  )
})

test('a count can rise after staff accept late answers, and never fall', () => {
  fc.assert(
    fc.property(versions, fc.func(fc.boolean()), (all, isAccepted) => {
      const before = countLate(all, none)
      const after = countLate(all, isAccepted)
      expect(canHaveBeen(before, all, isAccepted)).toBe(true)
      expect(canHaveBeen(after, all, isAccepted)).toBe(true)
      expect(canHaveBeen(after, all, none)).toBe(after.counted === before.counted)
      expect(canHaveBeen({ ...before, waiting: before.waiting + 1 }, all, () => true)).toBe(false)
    }),
  )
})
