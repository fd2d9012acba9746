import { expect, test } from 'vitest'
import { createContactClock } from './contact-clock.ts'

const clockAt = () => {
  const now = { wallMs: 1000, steadyMs: 0 }
  return { now, clock: createContactClock(() => ({ ...now })) }
}

test('nothing is known of when something was typed before the server was heard', () => {
  const { clock } = clockAt()
  expect([clock.typed(), clock.anchor()]).toEqual([undefined, undefined])
})

test('it counts on from what the server said, by a clock that nobody can set beside the one that anybody may', () => {
  const { now, clock } = clockAt()
  clock.heard(50_000)
  Object.assign(now, { wallMs: -9000, steadyMs: 2000.4 })
  expect(clock.typed()).toEqual({ contactAt: 50_000, steadyMs: 2000, wallMs: -10_000 })
})

test('of two replies it counts from the one that was not so long on its way, and from the newer where the server’s clock was set', () => {
  const { now, clock } = clockAt()
  clock.heard(50_000)
  Object.assign(now, { wallMs: 41_000, steadyMs: 40_000 })
  clock.heard(60_000)
  expect(clock.typed()).toEqual({ contactAt: 50_000, steadyMs: 40_000, wallMs: 40_000 })
  clock.heard(90_010)
  expect(clock.typed()).toMatchObject({ contactAt: 90_010, steadyMs: 0 })
  clock.heard(1_000_000)
  clock.heard(1)
  expect(clock.typed()).toMatchObject({ contactAt: 1, steadyMs: 0 })
})

test('what an earlier page heard is told by the computer’s clock alone, until this one has heard the server', () => {
  const { now, clock } = clockAt()
  clock.restore({ contactAt: 50_000, wallMs: 400 })
  expect(clock.typed()).toEqual({ contactAt: 50_000, wallMs: 600 })
  expect(clock.anchor()).toEqual({ contactAt: 50_000, wallMs: 400 })
  clock.heard(70_000)
  now.steadyMs = 5
  expect(clock.typed()).toEqual({ contactAt: 70_000, steadyMs: 5, wallMs: 0 })
  expect(clock.anchor()).toEqual({ contactAt: 70_000, wallMs: 1000 })
})
