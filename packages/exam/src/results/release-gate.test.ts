import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areMarksReleased, type GateFacts, policyInForce, releasePolicies } from './release-gate.ts'

const facts: fc.Arbitrary<GateFacts> = fc.record({
  policy: fc.option(fc.constantFrom(...releasePolicies), { nil: undefined }),
  needsPerson: fc.boolean(),
  confirmedAtMs: fc.option(fc.nat()),
})

// OFFICE-404
test('marks are released at once only where the schedule says so, or says nothing and no question needs a person', () => {
  void fc.assert(
    fc.property(facts, (one) => {
      const isAtOnce = one.policy === 'immediately' || (one.policy === undefined && !one.needsPerson)
      expect(areMarksReleased({ ...one, confirmedAtMs: null })).toBe(isAtOnce)
    }),
  )
})

// OFFICE-404
test('a confirmation releases marks whatever the policy, and its withdrawal takes that back', () => {
  void fc.assert(
    fc.property(facts, fc.nat(), (one, atMs) => {
      expect(areMarksReleased({ ...one, confirmedAtMs: atMs })).toBe(true)
      expect(areMarksReleased({ ...one, confirmedAtMs: null })).toBe(policyInForce(one) === 'immediately')
    }),
  )
})

test('what a schedule says overrides what its exam needs', () => {
  for (const needsPerson of [true, false])
    for (const policy of releasePolicies) expect(policyInForce({ policy, needsPerson })).toBe(policy)
})
