import type { LearnerAction } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLearnerActions } from './learner-actions.ts'

const at = (second: number) => new Date(Date.UTC(2026, 11, 3, 10, 0, second)).toISOString()
const message = (actionID: string, second: number): LearnerAction => ({
  ...{ actionID, kind: 'message', at: at(second), text: `Words of ${actionID}` },
})
const pause = (actionID: string, second: number): LearnerAction => ({ actionID, kind: 'pause', at: at(second) })
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A page, and a server that can be reached or not. */
const arrange = (stored: readonly string[] = []) => {
  const told: { delivered: string[]; acknowledged: string[] }[] = []
  const world = { isReachable: true, stored, told }
  const actions = createLearnerActions({
    note: async ({ delivered, acknowledged }) => {
      if (!world.isReachable) return { ok: false, kind: 'unreachable', message: 'no network' }
      told.push({ delivered: [...delivered], acknowledged: [...acknowledged] })
      return { ok: true, value: { noted: delivered.length } }
    },
    confirmed: {
      read: () => world.stored,
      write: (ids) => {
        world.stored = ids
      },
    },
    onError: (error) => {
      throw error
    },
  })
  const ids = () => actions.shown().map(({ actionID }) => actionID)
  return { actions, world, ids, told }
}

// OFFICE-106
test('a message is delivered once it is here, shown in the order of sending, and acknowledged once the learner confirms it', async () => {
  const { actions, ids, told } = arrange()
  actions.receive([message('b', 2)], true)
  actions.receive([message('a', 1), message('b', 2)], false)
  await settled()
  expect(ids()).toEqual(['a', 'b'])
  expect(told).toEqual([
    { delivered: ['b'], acknowledged: [] },
    { delivered: ['a'], acknowledged: [] },
  ])
  actions.confirm('a')
  await settled()
  expect([ids(), told.at(-1)]).toEqual([['b'], { delivered: [], acknowledged: ['a'] }])
  actions.receive([message('a', 1)], true)
  expect(ids()).toEqual(['b'])
})

test('what is confirmed without a network reaches the server after it, and after a page that was loaded again, which asks for it no more', async () => {
  const { actions, world } = arrange()
  world.isReachable = false
  actions.receive([message('a', 1)], true)
  actions.confirm('a')
  await settled()
  expect([world.told, world.stored]).toEqual([[], ['a']])
  const again = arrange(world.stored)
  again.actions.receive([message('a', 1), message('b', 2)], false)
  await settled()
  expect(again.ids()).toEqual(['b'])
  expect(again.told).toEqual([{ delivered: ['a', 'b'], acknowledged: ['a'] }])
  expect(again.world.stored).toEqual([])
  world.isReachable = true
  await actions.tell()
  expect(world.told).toEqual([{ delivered: ['a'], acknowledged: ['a'] }])
})

// OFFICE-106
test('what changes the time is acknowledged once it is met: with its event, or by a state that the server read after it', async () => {
  const { actions, told, ids } = arrange()
  actions.receive([pause('live', 5)], true)
  actions.receive([pause('asked', 6)], false)
  await settled()
  expect(told).toEqual([
    { delivered: ['live'], acknowledged: ['live'] },
    { delivered: ['asked'], acknowledged: [] },
  ])
  actions.met({ time: at(5) })
  await settled()
  expect(told).toHaveLength(2)
  actions.met({ time: at(6) })
  await settled()
  expect(told.at(-1)).toEqual({ delivered: [], acknowledged: ['asked'] })
  expect(ids()).toEqual([])
})

test('the words of an evacuation are shown until they are read; it is acknowledged by the pause that came with it', async () => {
  const { actions, told, ids } = arrange()
  actions.receive([{ ...pause('out', 1), kind: 'evacuate', text: 'Leave the building' }], true)
  await settled()
  expect([ids(), told]).toEqual([['out'], [{ delivered: ['out'], acknowledged: ['out'] }]])
  actions.confirm('out')
  await settled()
  expect([ids(), told.length]).toEqual([[], 1])
})

// OFFICE-106
test('a start that is held acknowledges its actions, and no evacuation at another start', async () => {
  const { actions, told } = arrange()
  const out = (id: string): LearnerAction => ({ ...pause(id, 1), kind: 'evacuate', text: 'Leave the building' })
  actions.receive([out('here')], false)
  actions.receive([out('there')], false)
  actions.met({ time: at(2) }, new Set(['here']))
  await settled()
  expect(told.flatMap(({ acknowledged }) => acknowledged)).toEqual(['here'])
  actions.met({ time: at(2) }, new Set(['there']))
  await settled()
  expect(told.flatMap(({ acknowledged }) => acknowledged)).toEqual(['here', 'there'])
})

test('whatever comes however often and whenever the network goes, each is shown once, and nothing is acknowledged that nobody confirmed', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('receive' as const), id: fc.nat(5) }),
      fc.record({ do: fc.constant('confirm' as const), id: fc.nat(5) }),
      fc.record({ do: fc.constant('cut' as const), id: fc.nat(1) }),
    ),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { actions, world, ids, told } = arrange()
      const received = new Set<string>()
      const confirmed = new Set<string>()
      for (const step of all) {
        const id = String(step.id)
        if (step.do === 'receive') {
          actions.receive([message(id, step.id)], true)
          received.add(id)
        } else if (step.do === 'confirm') {
          if (ids().includes(id)) confirmed.add(id)
          actions.confirm(id)
        } else world.isReachable = step.id === 1
        await settled()
        expect(ids()).toEqual([...received].filter((one) => !confirmed.has(one)).toSorted())
      }
      world.isReachable = true
      await actions.tell()
      expect(new Set(told.flatMap(({ delivered }) => delivered))).toEqual(received)
      expect(new Set(told.flatMap(({ acknowledged }) => acknowledged))).toEqual(confirmed)
      expect(world.stored).toEqual([])
    }),
    { numRuns: 50 },
  )
})
