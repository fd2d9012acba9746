import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blindAfterMs, elapsedMs, type Moment, shownNowMs, viewAge } from './view-age.ts'

const start: Moment = { steadyMs: 0, wallMs: 1_800_000_000_000 }
/** A computer that sleeps stops the steady clock; somebody who sets the clock moves the other. */
const passing = fc.record({
  awakeMs: fc.nat({ max: 20_000 }),
  asleepMs: fc.nat({ max: 700_000 }),
  setByMs: fc.integer({ min: -90_000_000, max: 90_000_000 }),
})
type Passing = { readonly awakeMs: number; readonly asleepMs: number; readonly setByMs: number }
const after = ({ awakeMs, asleepMs, setByMs }: Passing): Moment => ({
  steadyMs: start.steadyMs + awakeMs,
  wallMs: start.wallMs + awakeMs + asleepMs + setByMs,
})

// OFFICE-108
test('a view is never said to be fresher than it is: not after a sleep, and not after somebody has set the clock back while awake', () => {
  fc.assert(
    fc.property(passing, (passed) => {
      // A clock that is set back while the computer sleeps is the one case in which no clock of a browser knows.
      const isKnowable = passed.asleepMs === 0 || passed.setByMs >= 0
      fc.pre(isKnowable)
      const trulyMs = passed.awakeMs + passed.asleepMs
      const age = viewAge({ asOfMs: 5_000, readAt: start }, start, after(passed))
      expect(age.ageMs).toBeGreaterThanOrEqual(trulyMs)
      if (trulyMs >= blindAfterMs) expect(age.is).toBe('blind')
    }),
  )
})

// OFFICE-108
test('a view without a reply is blind within five seconds, and all it shows then is of the moment that the server named', () => {
  const known = { asOfMs: 5_000, readAt: start }
  const at = (ms: number) => viewAge(known, start, after({ awakeMs: ms, asleepMs: 0, setByMs: 0 }))
  expect(blindAfterMs).toBeLessThanOrEqual(4_750)
  expect(at(blindAfterMs - 1)).toEqual({ is: 'live', ageMs: blindAfterMs - 1, asOfMs: 5_000 })
  expect(at(blindAfterMs)).toEqual({ is: 'blind', ageMs: blindAfterMs, sinceMs: 5_000 })
  expect(shownNowMs(at(1_000))).toBe(6_000)
  expect(shownNowMs(at(600_000))).toBe(5_000)
})

test('a view that has no reply yet says after the same time that it is late', () => {
  const at = (ms: number) => viewAge(undefined, start, after({ awakeMs: ms, asleepMs: 0, setByMs: 0 }))
  expect(at(blindAfterMs - 1)).toMatchObject({ is: 'loading', isLate: false })
  expect(at(blindAfterMs)).toMatchObject({ is: 'loading', isLate: true })
  expect(shownNowMs(at(0))).toBeUndefined()
})

test('time that passes is counted by the clock by which more has passed', () => {
  fc.assert(
    fc.property(passing, passing, (one, other) => {
      const [from, to] = [after(one), after(other)]
      const ms = elapsedMs(from, to)
      expect(ms).toBeGreaterThanOrEqual(0)
      expect(ms).toBeGreaterThanOrEqual(to.steadyMs - from.steadyMs)
      expect(ms).toBeGreaterThanOrEqual(to.wallMs - from.wallMs)
    }),
  )
})
