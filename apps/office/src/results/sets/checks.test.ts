import type { DeliveryResults, ResultSet } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { checksOf, missingSignature, nextAct } from './checks.ts'

const none = { sat: 0, absent: 0, excused: 0, withdrawn: 0, void: 0, malpractice: 0, open: 0, unknown: 0 }
const by = (userID: number) => ({ at: '2026-12-03T15:00:00.000Z', by: `person ${userID}`, userID })

const setOf = (facts: Partial<ResultSet> = {}): ResultSet => ({
  ...{ set: 1, state: 'computed', isReplaced: false, computed: by(1), rulesVersion: 0, people: 2, outcomes: none, hash: 'h' },
  ...{ signed: [], differsFromNow: 0 },
  ...facts,
})

const resultsOf = (facts: Partial<DeliveryResults> = {}): DeliveryResults => ({
  ...{ deliveryID: 'd', name: 'D', examGuid: 'e', examName: 'E', examVersion: 1, zone: 'UTC', startsAt: '', endsAt: '' },
  ...{ deliveryState: 'over', policy: 'confirmed', people: 2, outcomes: none, withheld: 0, severalSittings: 0, versions: [] },
  ...{ waiting: { responses: 0, people: 0 }, needsTwoPeople: true, sets: [], rulesVersion: 0, may: [], ownUserID: 1 },
  ...facts,
})

const open = (results: DeliveryResults) => checksOf(results).flatMap(({ id, isDone }) => (isDone ? [] : [id]))

// OFFICE-410
test('what is left before a release is counted from the rows of the delivery', () => {
  expect(open(resultsOf())).toEqual(['marking', 'set', 'confirmed'])
  const left = resultsOf({ waiting: { responses: 3, people: 2 }, outcomes: { ...none, open: 1, unknown: 4 } })
  expect(checksOf(left).map(({ id, left: count }) => [id, count])).toEqual([
    ...[['waiting', 3] as const, ['open', 1] as const, ['unknown', 4] as const],
    ...[['marking', undefined] as const, ['set', 0] as const, ['confirmed', undefined] as const],
  ])
  expect(open(left)).toEqual(['waiting', 'open', 'unknown', 'marking', 'set', 'confirmed'])
  const ready = { markingClosed: { ...by(1), waiting: 0 }, sets: [setOf({ state: 'confirmed' })] }
  expect(open(resultsOf(ready))).toEqual([])
  expect(open(resultsOf({ ...ready, sets: [setOf({ state: 'released' })] }))).toEqual([])
  expect(open(resultsOf({ ...ready, sets: [setOf({ state: 'confirmed', differsFromNow: 1 })] }))).toEqual(['set'])
  expect(open(resultsOf({ ...ready, sets: [setOf({ state: 'withdrawn' })] }))).toEqual(['set', 'confirmed'])
})

// OFFICE-405
test('the next act is to compute, confirm, and release; what differs from now is computed again first', () => {
  const next = (facts: Partial<ResultSet>) => nextAct(resultsOf({ sets: [setOf(facts)] }))
  expect(nextAct(resultsOf())).toBe('compute')
  expect(nextAct(resultsOf({ people: 0 }))).toBeUndefined()
  expect(next({})).toBe('confirm')
  expect(next({ differsFromNow: 2 })).toBe('compute')
  expect(next({ state: 'confirmed' })).toBe('release')
  expect(next({ state: 'confirmed', planned: { at: '', by: '' } })).toBeUndefined()
  expect(next({ state: 'releasing' })).toBeUndefined()
  expect(next({ state: 'released' })).toBeUndefined()
  expect(next({ state: 'released', differsFromNow: 1 })).toBe('compute')
  expect(next({ state: 'withdrawn' })).toBe('compute')
})

// OFFICE-405
test('a set names whose signature is missing: of a first person, or of another one than those who signed', () => {
  const results = { needsTwoPeople: true, ownUserID: 1 }
  expect(missingSignature(setOf(), results)).toBe('first')
  expect(missingSignature(setOf({ signed: [by(1)] }), results)).toBe('another')
  expect(missingSignature(setOf({ signed: [by(2)] }), results)).toBe('second')
  expect(missingSignature(setOf({ signed: [by(2)] }), { ...results, needsTwoPeople: false })).toBe('none')
  expect(missingSignature(setOf({ state: 'confirmed', signed: [by(2)] }), results)).toBe('none')
})
