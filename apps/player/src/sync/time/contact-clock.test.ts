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

test('it counts from the last reply, by the time of the one that took least, and anew where the server’s clock was set', () => {
  const { now, clock } = clockAt()
  clock.heard(50_000)
  Object.assign(now, { wallMs: 41_000, steadyMs: 40_000.4 })
  clock.heard(60_000)
  expect(clock.typed()).toEqual({ contactAt: 90_000, steadyMs: 0, wallMs: 0 })
  clock.heard(90_010)
  expect(clock.typed()).toMatchObject({ contactAt: 90_010, steadyMs: 0 })
  clock.heard(1_000_000)
  clock.heard(1)
  expect(clock.typed()).toMatchObject({ contactAt: 1, steadyMs: 0 })
})

test('a computer whose clock was set tells the same from the next reply on, however slow that is', () => {
  const { now, clock } = clockAt()
  clock.heard(50_000)
  Object.assign(now, { wallMs: 7_200_000, steadyMs: 10_000 })
  clock.heard(58_000)
  Object.assign(now, { wallMs: 7_203_000, steadyMs: 13_000 })
  expect(clock.typed()).toEqual({ contactAt: 60_000, steadyMs: 3000, wallMs: 3000 })
  expect(clock.anchor()).toEqual({ contactAt: 60_000, wallMs: 7_200_000 })
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
