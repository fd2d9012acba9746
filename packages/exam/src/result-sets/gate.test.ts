import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SetGateFacts, shownBySet } from './gate.ts'
import { setStates } from './set-state.ts'

const facts: fc.Arbitrary<SetGateFacts> = fc.record({
  newest: fc.option(
    fc.record({ number: fc.integer({ min: 1, max: 4 }), state: fc.constantFrom('releasing', 'released', 'withdrawn') }),
    {
      nil: undefined,
    },
  ),
  row: fc.option(
    fc.record({
      set: fc.integer({ min: 1, max: 4 }),
      state: fc.constantFrom(...setStates),
      isTold: fc.boolean(),
      handedInAtMs: fc.constantFrom(null, 1, 2),
    }),
    { nil: undefined },
  ),
  isWithheld: fc.boolean(),
  completedAtMs: fc.constantFrom(null, 1, 2),
})

// OFFICE-404
test('nothing is shown that is withheld, withdrawn, not yet released to this person, or of another completion', () => {
  void fc.assert(
    fc.property(facts, (some) => {
      const shown = shownBySet(some)
      if (typeof shown !== 'number') return
      expect(some.isWithheld).toBe(false)
      expect(some.newest?.state).not.toBe('withdrawn')
      expect(some.row).toMatchObject({ set: shown, isTold: true, handedInAtMs: some.completedAtMs })
      expect(some.row?.state).not.toBe('withdrawn')
      expect(some.completedAtMs).not.toBeNull()
    }),
  )
})

// OFFICE-404
test('the policy of the schedule decides only before the first release, and never what is withheld', () => {
  void fc.assert(
    fc.property(facts, (some) => {
      expect(shownBySet(some) === 'policy').toBe(some.newest === undefined && !some.isWithheld)
    }),
  )
})
