import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paceOf, regularPace } from './pace.ts'

const at = (seconds: number, type: number) => ({
  id: new Date(1_764_000_000_000 + seconds * 1000).toISOString(),
  type,
  value: '',
})

test('a recorded sitting has a save where one was saved, a log of each half minute with something in it, and the time', () => {
  const recorded = { formRunGuid: 'x', activities: [at(0, 6), at(12.5, 0), at(13, 1), at(95, 1), at(100, 7)] }
  expect(paceOf(recorded)).toEqual([
    { kind: 'answer', atMs: 13_000 },
    { kind: 'log', atMs: 30_000 },
    { kind: 'time', atMs: 30_000 },
    { kind: 'time', atMs: 60_000 },
    { kind: 'time', atMs: 90_000 },
    { kind: 'answer', atMs: 95_000 },
    { kind: 'log', atMs: 120_000 },
  ])
  expect(() => paceOf({ formRunGuid: 'x', activities: [at(0, 6)] })).toThrow('Nothing was saved')
})

test('whoever answers regularly has three saves a minute, each kind at its own moments, in their order', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (chance) => {
      const dues = regularPace(60_000, () => chance)
      expect(dues.map(({ kind }) => kind).sort()).toEqual(['answer', 'answer', 'answer', 'log', 'log', 'time', 'time'])
      expect(dues.map(({ atMs }) => atMs)).toEqual(dues.map(({ atMs }) => atMs).sort((a, b) => a - b))
    }),
  )
})
