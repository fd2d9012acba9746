import type { LiveAction, LiveRow } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeUpRow } from '../testing/made-up-rows.ts'
import { changesBetween, type LiveFacts, type LiveReply, noFacts, withReply } from './live-facts.ts'

const reply = (more: Partial<LiveReply>): LiveReply => ({
  ...{
    cursor: 'c',
    isWhole: false,
    generation: 'g',
    asOf: '2026-12-03T10:00:00Z',
    heldMs: 0,
    rows: [],
    removed: [],
    actions: [],
    ...more,
  },
})
const row = (rowID: string, incidents: number): LiveRow => madeUpRow({ rowID, incidents })

const change = fc.record({
  put: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat({ max: 3 })), { maxLength: 4 }),
  take: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 }),
  isWhole: fc.boolean(),
})

// OFFICE-108
test('whatever replies come, the view has what the server has, and tells a table just what has changed', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const server = new Map<string, LiveRow>()
      const table = new Map<string, LiveRow>()
      let facts: LiveFacts = noFacts
      for (const { put, take, isWhole } of changes) {
        for (const key of take) server.delete(key)
        for (const [key, incidents] of put) server.set(key, row(key, incidents))
        const changed = put.flatMap(([key]) => server.get(key) ?? [])
        const next = withReply(
          facts,
          reply(
            isWhole
              ? { isWhole, rows: [...server.values()] }
              : { rows: changed, removed: take.filter((key) => !server.has(key)) },
          ),
        )
        const told = changesBetween(facts, next)
        for (const one of told.changed) {
          // Nothing is told of a row that reads as before.
          expect(table.get(one.rowID)).not.toEqual(one)
          table.set(one.rowID, one)
        }
        for (const key of told.removed) table.delete(key)
        facts = next
      }
      expect(new Map(facts.rows)).toEqual(server)
      expect(table).toEqual(server)
    }),
  )
})

// OFFICE-108
test('after a database was set back nothing of what the view knew before is left', () => {
  const action = { actionID: 'x' } as LiveAction
  const known = withReply(noFacts, reply({ rows: [row('a', 0), row('b', 0)], actions: [action] }))
  const setBack = withReply(known, reply({ isWhole: true, generation: 'h', rows: [row('a', 1)] }))
  expect([[...setBack.rows.keys()], setBack.actions.size]).toEqual([['a'], 0])
})
