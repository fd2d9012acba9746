import type { OutcomeOf } from '@sitwell/client/outcome'
import type { FormRunState } from '@sitwell/contract'
import { expect, test } from 'vitest'
import type { StandingOffer } from '../../../sync/time/standing-offer.ts'
import { followRest } from './follow-rest.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const stateWith = (left: number | undefined) =>
  // A double of what is read here.
  ({ ...(left !== undefined && { restBreaks: { allowance: 600, left } }) }) as FormRunState

const arrange = (left?: number) => {
  const world = {
    standing: undefined as StandingOffer | undefined,
    state: left === undefined ? undefined : stateWith(left),
    begun: { ok: true, value: stateWith(300) } as OutcomeOf<FormRunState>,
    asked: { ok: false, kind: 'unreachable', message: 'no network' } as OutcomeOf<FormRunState>,
    onState: (_: FormRunState) => {},
    onTime: () => {},
  }
  const met: FormRunState[] = []
  const rest = followRest({
    time: {
      offers: () => ({ standing: world.standing, taken: 0 }),
      subscribe: (listener) => {
        world.onTime = listener
        return () => {}
      },
      meet: (state) => void met.push(state),
    },
    live: {
      state: () => world.state,
      onState: (listener) => {
        world.onState = listener
        return () => {}
      },
      meet: (change) => change(),
    },
    begin: async () => world.begun,
    ask: async () => world.asked,
    onError: (error) => {
      throw error
    },
  })
  return { world, rest, met }
}

test('the server says what is left of the allowance; without one there is no rest break', () => {
  const { world, rest } = arrange()
  expect(rest.leftSeconds()).toBeUndefined()
  world.onState(stateWith(125.9))
  expect(rest.leftSeconds()).toBe(125)
  world.onState(stateWith(undefined))
  expect(rest.leftSeconds()).toBeUndefined()
})

test('a break begins as the server says, once for a press that is repeated while it is under way', async () => {
  const { rest, met } = arrange(300)
  rest.begin()
  rest.begin()
  expect(rest.isBeginning()).toBe(true)
  await settled()
  expect([rest.isBeginning(), rest.problem(), met.length]).toEqual([false, undefined, 1])
})

test('without a network none begins, and it is said why; the next try clears that', async () => {
  const { world, rest, met } = arrange(300)
  const { begun } = world
  world.begun = { ok: false, kind: 'unreachable', message: 'no network' }
  rest.begin()
  await settled()
  expect([rest.problem(), met]).toEqual(['unreachable', []])
  world.begun = { ok: false, kind: 'refused', code: 'CANNOT_CHANGE_TIME', status: 409, message: 'no' }
  rest.begin()
  await settled()
  expect(rest.problem()).toBe('refused')
  world.begun = begun
  rest.begin()
  await settled()
  expect(rest.problem()).toBeUndefined()
})

test('after a break this page says what was left at its end, until the server says it', async () => {
  const { world, rest } = arrange(300)
  const offer = { number: 3, rest: true }
  for (const leftMs of [300_000, 200_000]) {
    world.standing = { ...offer, leftMs }
    world.onTime()
  }
  world.standing = undefined
  world.asked = { ok: true, value: stateWith(198) }
  world.onTime()
  expect(rest.leftSeconds()).toBe(200)
  await settled()
  expect(rest.leftSeconds()).toBe(198)
})

test('an offer to go on after a pause is no rest break', () => {
  const { world, rest } = arrange(300)
  world.standing = { number: 4, leftMs: 60_000 }
  world.onTime()
  world.standing = undefined
  world.onTime()
  expect(rest.leftSeconds()).toBe(300)
})
