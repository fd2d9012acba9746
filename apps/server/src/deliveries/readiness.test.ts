import { deliveryCauses } from '@sitwell/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findingsOf, isGrave, readinessOf, type Sitter } from './readiness.ts'

const minuteMs = 60_000
const startMs = Date.parse('2026-12-03T09:30:00Z')
const own = { startMs, endMs: startMs + 150 * minuteMs, timeMs: 150 * minuteMs }
const ready: Sitter = {
  ...{
    own,
    isBegun: false,
    isPending: false,
    refused: undefined,
    isSuspended: false,
    hasSignedIn: true,
    hasMail: true,
    others: [],
  },
}
const causesOf = (more: Partial<Sitter>) => findingsOf({ ...ready, ...more }).map(({ cause }) => cause)

// OFFICE-204
test('a window that ends before somebody’s time is found with both moments, and one that fits is not', () => {
  expect(causesOf({})).toEqual([])
  const extra = { ...own, timeMs: own.timeMs + 37 * minuteMs }
  expect(findingsOf({ ...ready, own: extra })).toEqual([
    { cause: 'cut-short', needsUntilMs: startMs + 187 * minuteMs, closesMs: own.endMs },
  ])
  expect(causesOf({ own: { ...own, timeMs: undefined } })).toEqual([])
  expect(causesOf({ own: { ...own, endMs: null } })).toEqual([])
})

test('another exam at the same time is a clash, and one that follows at once is none', () => {
  const other = (fromMinutes: number) => ({
    ...{ name: 'Other', isSame: false, startMs: startMs + fromMinutes * minuteMs, endMs: null, timeMs: 60 * minuteMs },
  })
  expect(causesOf({ others: [other(149)] })).toEqual(['clash'])
  expect(causesOf({ others: [other(-59)] })).toEqual(['clash'])
  expect(causesOf({ others: [other(150)] })).toEqual([])
  expect(causesOf({ others: [other(-60)] })).toEqual([])
  expect(findingsOf({ ...ready, others: [{ ...other(500), isSame: true }] })).toEqual([{ cause: 'duplicate', other: 'Other' }])
})

test('who has begun is ready, and all else is named', () => {
  expect(causesOf({ isBegun: true, isSuspended: true, hasMail: false })).toEqual([])
  expect(causesOf({ isSuspended: true, isPending: true, hasMail: false, hasSignedIn: false })).toEqual([
    ...['not-scheduled', 'suspended', 'never-signed-in', 'no-mail'],
  ])
  expect(causesOf({ own: undefined, refused: 'over' })).toEqual(['refused'])
  expect(causesOf({ own: undefined, refused: 'suspended', isSuspended: true })).toEqual(['suspended'])
})

const sitters = fc.array(
  fc.record({
    own: fc.constantFrom(own, undefined, { ...own, timeMs: own.timeMs + 1 }),
    ...{
      isBegun: fc.boolean(),
      isPending: fc.boolean(),
      isSuspended: fc.boolean(),
      hasSignedIn: fc.boolean(),
      hasMail: fc.boolean(),
    },
    refused: fc.constantFrom(undefined, 'over' as const, 'suspended' as const),
    others: fc.constant([]),
  }),
)

// OFFICE-206
test('leaving one person out changes nothing about another, and the line on top is what the rows say', () => {
  void fc.assert(
    fc.property(sitters, fc.nat(), (some, left) => {
      const people = some.map((sitter, who) => ({ ...sitter, who }))
      const { canSit, causes } = readinessOf(people, deliveryCauses)
      const kept = people.filter(({ who }) => who !== left)
      const without = readinessOf(kept, deliveryCauses).causes.flatMap(({ cause, found }) =>
        found.map(({ who }) => `${cause} ${who}`),
      )
      const all = causes.flatMap(({ cause, found }) => found.map(({ who }) => `${cause} ${who}`))
      expect(without).toEqual(all.filter((one) => !one.endsWith(` ${left}`)))
      const held = new Set(causes.filter(({ cause }) => isGrave(cause)).flatMap(({ found }) => found.map(({ who }) => who)))
      expect(canSit).toBe(people.length - held.size)
    }),
  )
})

test('whoever gets nothing by the plan can’t sit', () => {
  void fc.assert(
    fc.property(sitters, (some) => {
      for (const one of some)
        if (!one.isBegun && one.own === undefined && (one.isPending || one.refused === 'over'))
          expect(findingsOf(one).some(({ cause }) => isGrave(cause))).toBe(true)
    }),
  )
})
