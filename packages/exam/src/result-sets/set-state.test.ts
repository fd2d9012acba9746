import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  lateAfterMs,
  latenessOf,
  mayCancelRelease,
  mayRelease,
  mayWithdraw,
  type SetFacts,
  type SetState,
  setStates,
  signatureOf,
} from './set-state.ts'

/** What may follow a state, whoever acts. Nothing follows a withdrawal: who wants to release again computes a new set. */
const nextStates: Readonly<Record<SetState, readonly SetState[]>> = {
  computed: ['confirmed'],
  confirmed: ['releasing', 'withdrawn'],
  releasing: ['released', 'withdrawn'],
  released: ['withdrawn'],
  withdrawn: [],
}

const set: fc.Arbitrary<SetFacts> = fc.record({
  number: fc.integer({ min: 1, max: 5 }),
  state: fc.constantFrom(...setStates),
  signedBy: fc.constantFrom(null, 'one', 'other'),
  releaseAtMs: fc.constantFrom(null, 5),
})
const signing = fc.record({
  by: fc.constantFrom('one', 'other'),
  needsTwo: fc.boolean(),
  isWaived: fc.boolean(),
  newestConfirmed: fc.nat(6),
})

// OFFICE-405
test('if two people are needed, one alone confirms nothing without a waiver', () => {
  void fc.assert(
    fc.property(set, signing, (some, how) => {
      const signature = signatureOf(some, how)
      if (signature !== 'confirms' || !how.needsTwo || how.isWaived) return
      expect([null, how.by]).not.toContain(some.signedBy)
    }),
  )
})

// OFFICE-405
test('what was confirmed, released or withdrawn is signed no more, nor is what a newer set has overtaken', () => {
  void fc.assert(
    fc.property(set, signing, (some, how) => {
      if (some.state !== 'computed' || how.newestConfirmed > some.number)
        expect(['stale', 'replaced']).toContain(signatureOf(some, how))
    }),
  )
})

// OFFICE-405
test('only what is confirmed is released, and nothing older than what is shown', () => {
  void fc.assert(
    fc.property(set, fc.nat(6), (some, newestBegun) => {
      expect(mayRelease(some, newestBegun) === true).toBe(some.state === 'confirmed' && newestBegun <= some.number)
    }),
  )
})

// OFFICE-405
test('each act leads to a state that may follow', () => {
  void fc.assert(
    fc.property(set, signing, fc.nat(6), (some, how, newestBegun) => {
      const next = nextStates[some.state]
      if (signatureOf(some, how) === 'confirms') expect(next).toContain('confirmed')
      if (mayRelease(some, newestBegun) === true) expect(next).toContain('releasing')
      if (mayWithdraw(some, newestBegun) === true) expect(next).toContain('withdrawn')
      if (mayCancelRelease(some)) expect(some.state).toBe('confirmed')
    }),
  )
  expect(nextStates.withdrawn).toEqual([])
})

// OFFICE-405
test('a release is late once it begins more than a minute after its moment', () => {
  expect(latenessOf(1000, 1000 + lateAfterMs)).toBeNull()
  expect(latenessOf(1000, 1001 + lateAfterMs)).toBe(lateAfterMs + 1)
})
