import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { inactivityMachine } from './inactivity.machine.ts'

const minute = 60_000
const start = () => {
  const clock = new SimulatedClock()
  const taken: string[] = []
  let sleptMs = 0
  let sitting: 'running' | 'paused' | undefined
  const steps = {
    nowMs: () => clock.now() + sleptMs,
    sitting: () => sitting,
    endSession: () => void taken.push('end session'),
    leave: () => void taken.push('leave'),
  }
  const actor = createActor(inactivityMachine, { input: { steps }, clock })
  actor.start()
  return {
    taken,
    pass: (minutes: number) => clock.increment(minutes * minute),
    sleep: (minutes: number) => {
      sleptMs += minutes * minute
    },
    sit: (how: typeof sitting) => {
      sitting = how
    },
    act: () => actor.send({ type: 'action' }),
    understand: () => actor.send({ type: 'understood' }),
    state: () => actor.getSnapshot().value,
  }
}

// AUTH-140 CONST-102 CONST-303 ERR-327
test('ten minutes without an action: a warning after eight, the alert and the end of the session after ten', () => {
  const watch = start()
  watch.pass(7.99)
  expect(watch.state()).toBe('active')
  watch.pass(0.01)
  expect(watch.state()).toBe('warned')
  watch.pass(1.99)
  expect([watch.state(), watch.taken]).toEqual(['warned', []])
  watch.pass(0.01)
  expect([watch.state(), watch.taken]).toEqual(['fired', ['end session']])
  watch.act()
  expect(watch.state()).toBe('fired')
  watch.understand()
  expect([watch.state(), watch.taken]).toEqual(['logged_out', ['end session', 'leave']])
})

// AUTH-139
test('any action starts the ten minutes again, one that answers the warning too', () => {
  const watch = start()
  watch.pass(7)
  watch.act()
  watch.pass(7)
  expect(watch.state()).toBe('active')
  watch.pass(1.5)
  expect(watch.state()).toBe('warned')
  watch.act()
  watch.pass(7.9)
  expect([watch.state(), watch.taken]).toEqual(['active', []])
})

test('after a sleep of the computer, in which no timer ran, the first action finds the session over', () => {
  const watch = start()
  watch.sleep(30)
  watch.act()
  expect([watch.state(), watch.taken]).toEqual(['fired', ['end session']])
})

// AUTH-139
test.each(['running', 'paused'] as const)('a sleep in the middle of an exam that is %s ends no session', (how) => {
  const watch = start()
  watch.sit(how)
  watch.sleep(60)
  watch.act()
  expect([watch.state(), watch.taken]).toEqual(['active', []])
  watch.sit(undefined)
  watch.sleep(60)
  watch.act()
  expect(watch.state()).toBe('fired')
})

test('timers that a waking laptop runs at once neither warn nor log off while the time of an exam passes', () => {
  const watch = start()
  watch.sit('running')
  for (let time = 0; time < 5; time += 1) watch.pass(8)
  expect([watch.state(), watch.taken]).toEqual(['active', []])
  watch.sit(undefined)
  watch.pass(8)
  expect(watch.state()).toBe('warned')
  watch.sit('running')
  watch.pass(2)
  expect([watch.state(), watch.taken]).toEqual(['active', []])
})

test('an exam that is paused keeps nobody signed in for ever', () => {
  const watch = start()
  watch.sit('paused')
  watch.pass(8)
  watch.pass(2)
  expect([watch.state(), watch.taken]).toEqual(['fired', ['end session']])
})
