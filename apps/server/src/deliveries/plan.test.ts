import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, changesOf, type OwnSchedule, planDelivery, rulesIn, type Target, totalsOf } from './plan.ts'

const nowMs = 1000

const target: Target = {
  ...{
    start_at: 2000,
    complete_at: 3000,
    version: 2,
    room_id: null,
    proctor_provider: null,
    safe_exam_browser: null,
    supports: null,
    release_policy: null,
  },
  ...{ password: 'none', sharedHash: null },
}
const own: OwnSchedule = {
  ...{
    start_at: 2000,
    complete_at: 3000,
    version: 2,
    room_id: null,
    proctor_provider: null,
    safe_exam_browser: null,
    supports: null,
    release_policy: null,
  },
  ...{ password_hash: null, schedule_guid: 's', isBegun: false, isCompleted: false },
}
const usual: Candidate = {
  ...{ userID: 1, isVisible: true, mayChange: true, isSuspended: false, target, own: undefined, others: [] },
}
const verdictOf = (more: Partial<Candidate>) => {
  const [verdict] = planDelivery([{ ...usual, ...more }], nowMs)
  return [verdict?.becomes, verdict?.reason]
}

test('who is named gets a schedule, and who has it as it should be keeps it', () => {
  expect(verdictOf({})).toEqual(['new', undefined])
  expect(verdictOf({ own })).toEqual(['unchanged', 'same'])
  expect(verdictOf({ own: { ...own, version: 1 } })).toEqual(['changed', undefined])
  expect(verdictOf({ own, target: undefined })).toEqual(['removed', undefined])
})

test('what was begun stays as it is, whatever the delivery wants', () => {
  for (const wanted of [target, { ...target, version: 3 }, undefined]) {
    expect(verdictOf({ own: { ...own, isBegun: true }, target: wanted })).toEqual(['unchanged', 'started'])
    expect(verdictOf({ own: { ...own, isBegun: true, isCompleted: true }, target: wanted })).toEqual(['unchanged', 'finished'])
  }
})

test('who gets nothing is named with the reason', () => {
  expect(verdictOf({ isVisible: false, isSuspended: true })).toEqual(['refused', 'not-found'])
  expect(verdictOf({ mayChange: false })).toEqual(['refused', 'beyond'])
  expect(verdictOf({ isSuspended: true, others: ['x'] })).toEqual(['refused', 'suspended'])
  expect(verdictOf({ others: [undefined] })).toEqual(['refused', 'duplicate'])
  expect(verdictOf({ target: { ...target, complete_at: nowMs } })).toEqual(['refused', 'over'])
  expect(verdictOf({ own: { ...own, version: 1 }, mayChange: false })).toEqual(['refused', 'beyond'])
  expect(planDelivery([{ ...usual, others: [undefined, 'Morning'] }], nowMs)[0]?.other).toBe('Morning')
})

test('a window that a person missed is not opened again while another delivery has the exam for them', () => {
  const missed = { ...own, start_at: 100, complete_at: 900 }
  expect(verdictOf({ own: missed, others: ['Tuesday'] })).toEqual(['refused', 'duplicate'])
  expect(verdictOf({ own: missed, target: { ...target, complete_at: null }, others: ['Tuesday'] })).toEqual([
    'refused',
    'duplicate',
  ])
  expect(verdictOf({ own: missed })).toEqual(['changed', undefined])
  expect(verdictOf({ own: missed, target: { ...target, start_at: 100, complete_at: 950 }, others: ['Tuesday'] })).toEqual([
    'changed',
    undefined,
  ])
  expect(verdictOf({ own: missed, target: undefined, others: ['Tuesday'] })).toEqual(['removed', undefined])
})

test('a change names the rules that it is about, and a PIN that somebody has is kept', () => {
  expect(changesOf({ ...own, password_hash: 'pin:x' }, { ...target, password: 'pin' })).toEqual({})
  expect(changesOf(own, { ...target, password: 'pin', supports: '[]' })).toEqual({ password: 'pin', supports: '[]' })
  expect(rulesIn(changesOf(own, { ...target, release_policy: 'confirmed' }))).toEqual(['release'])
  expect(changesOf({ ...own, password_hash: 'h' }, { ...target, password: 'shared', sharedHash: 'h' })).toEqual({})
  expect(changesOf({ ...own, password_hash: 'h' }, target)).toEqual({ password: 'none' })
  expect(rulesIn({ password: 'pin', proctor_provider: 'none', safe_exam_browser: null, start_at: 1 })).toEqual([
    ...(['passwords', 'proctoring', 'safeExamBrowser'] as const),
  ])
})

const some = <T>(...values: T[]) => fc.constantFrom(...values)

const candidates = fc.array(
  fc.record({
    userID: fc.integer({ min: 1, max: 1000 }),
    ...{ isVisible: fc.boolean(), mayChange: fc.boolean(), isSuspended: fc.boolean() },
    target: some(undefined, target, { ...target, version: 3 }, { ...target, complete_at: 500 }),
    own: some(undefined, own, { ...own, isBegun: true }, { ...own, isBegun: true, isCompleted: true }, { ...own, start_at: 1 }),
    others: some<(string | undefined)[]>([], ['Morning'], [undefined]),
  }),
)

// OFFICE-206
test('what becomes of a person depends on nobody else, and adds up', () => {
  void fc.assert(
    fc.property(candidates, (people) => {
      const verdicts = planDelivery(people, nowMs)
      expect(verdicts).toEqual(people.flatMap((one) => planDelivery([one], nowMs)))
      const { changed, unchanged, refused } = totalsOf(verdicts)
      expect(changed + unchanged + refused).toBe(people.length)
    }),
  )
})

test('nothing that was begun ever changes, and nothing changes for whom the caller may do nothing', () => {
  void fc.assert(
    fc.property(candidates, (people) => {
      for (const [at, { becomes }] of planDelivery(people, nowMs).entries()) {
        const touched = becomes === 'new' || becomes === 'changed' || becomes === 'removed'
        if (people[at]?.own?.isBegun === true || people[at]?.mayChange === false) expect(touched).toBe(false)
        if (becomes === 'new') expect(people[at]?.own).toBeUndefined()
      }
    }),
  )
})
