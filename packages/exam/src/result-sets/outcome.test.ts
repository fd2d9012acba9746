import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countingSitting, countOutcomes, decidableOutcomes, type OutcomeFacts, outcomeOf, outcomes } from './outcome.ts'

const facts: fc.Arbitrary<OutcomeFacts> = fc.record({
  decided: fc.option(fc.constantFrom(...decidableOutcomes), { nil: undefined }),
  isCompleted: fc.boolean(),
  isBegun: fc.boolean(),
  attendance: fc.constantFrom('absent', 'present', undefined),
  isOver: fc.boolean(),
})

// OFFICE-408
test('whoever has completed nothing has not sat, whatever was decided', () => {
  void fc.assert(
    fc.property(facts, (some) => {
      if (outcomeOf(some) === 'sat') expect(some.isCompleted).toBe(true)
    }),
  )
})

// OFFICE-408
test('what staff decided stands, but for a sitting that there is not', () => {
  void fc.assert(
    fc.property(facts, (some) => {
      if (some.decided !== undefined && (some.decided !== 'sat' || some.isCompleted)) expect(outcomeOf(some)).toBe(some.decided)
    }),
  )
})

// OFFICE-408
test('an absence is never made up: not before the end, not of somebody who began, nor of somebody who was seen in the room', () => {
  void fc.assert(
    fc.property(facts, (some) => {
      const undecided = { ...some, decided: undefined }
      if (outcomeOf(undecided) === 'absent')
        expect([some.isOver, some.isBegun, some.isCompleted, some.attendance === 'present']).toEqual([
          true,
          false,
          false,
          false,
        ])
    }),
  )
  const away = { decided: undefined, isCompleted: false, isBegun: false, attendance: undefined, isOver: true }
  expect(outcomeOf(away)).toBe('absent')
  expect(outcomeOf({ ...away, attendance: 'present' })).toBe('unknown')
  expect(outcomeOf({ ...away, isOver: false })).toBe('unknown')
  expect(outcomeOf({ ...away, isBegun: true })).toBe('open')
  expect(outcomeOf({ ...away, isBegun: true, decided: 'sat' })).toBe('open')
})

test('the sitting that was completed first counts, in whatever order they come', () => {
  const sitting = fc.record({ formRunGuid: fc.uuid(), completedAtMs: fc.option(fc.nat(), { nil: null }) })
  void fc.assert(
    fc.property(fc.uniqueArray(sitting, { selector: ({ formRunGuid }) => formRunGuid }), (sittings) => {
      const counting = countingSitting(sittings)
      const completed = sittings.flatMap(({ completedAtMs }) => completedAtMs ?? [])
      expect(counting?.completedAtMs).toBe(completed.length === 0 ? undefined : Math.min(...completed))
      expect(countingSitting(sittings.toReversed())).toEqual(counting)
    }),
  )
})

// OFFICE-410
test('counts of groups are those of their people', () => {
  const group = fc.record({ outcome: fc.constantFrom(...outcomes), people: fc.nat(50) })
  void fc.assert(
    fc.property(fc.array(group), (groups) => {
      const one = groups.flatMap(({ outcome, people }) => Array.from({ length: people }, () => ({ outcome })))
      expect(countOutcomes(groups)).toEqual(countOutcomes(one))
    }),
  )
})
