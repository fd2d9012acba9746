import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byStanding, openedSince, standingOf, standings, untilThen } from './standing-of.ts'

const nowMs = Date.parse('2026-11-25T12:00:00Z')
const at = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString()
const plain = { commenced: false, completed: false }

// SCH-210
test('what was begun goes on, what may begin is ready, the rest says why it isn’t', () => {
  expect(standingOf({ ...plain }, nowMs)).toBe('ready')
  expect(standingOf({ ...plain, startDt: at(-1), completeDt: at(1) }, nowMs)).toBe('ready')
  expect(standingOf({ ...plain, startDt: at(1) }, nowMs)).toBe('coming')
  expect(standingOf({ ...plain, completeDt: at(-1) }, nowMs)).toBe('missed')
  expect(standingOf({ ...plain, cantStartMessage: 'Ask your centre.' }, nowMs)).toBe('held')
  expect(standingOf({ commenced: true, completed: false, completeDt: at(-1) }, nowMs)).toBe('goes-on')
  expect(standingOf({ commenced: true, completed: true, startDt: at(1) }, nowMs)).toBe('done')
  expect(standingOf({ ...plain, startDt: 'soon', completeDt: '?' }, nowMs)).toBe('ready')
})

test('each stands in one place, and nothing is lost', () => {
  const schedule = fc.record({
    commenced: fc.boolean(),
    completed: fc.boolean(),
    startDt: fc.constantFrom(undefined, at(-1), at(1)),
    completeDt: fc.constantFrom(undefined, at(-1), at(1)),
    cantStartMessage: fc.constantFrom(undefined, '', 'no'),
  })
  fc.assert(
    fc.property(fc.array(schedule), (schedules) => {
      const groups = byStanding(schedules, nowMs)
      expect(new Set(groups.flatMap((group) => group.schedules))).toEqual(new Set(schedules))
      const order = groups.map(({ standing }) => standings.indexOf(standing))
      expect(order).toEqual([...order].sort((one, other) => one - other))
    }),
  )
})

test('the time until an opening is told in the largest unit that says enough', () => {
  const standing = (ms: number) => untilThen(ms, 'en-GB')
  expect(standing(167 * 3_600_000)).toBe('in 6 days')
  expect(standing(47 * 3_600_000)).toBe('in 47 hours')
  expect(standing(119 * 60_000)).toBe('in 119 minutes')
  expect(standing(119_000)).toBe('in 119 seconds')
  expect(standing(1)).toBe('in 1 second')
  expect(untilThen(167 * 3_600_000, 'de')).toBe('in 6 Tagen')
})

test('what could not be begun and now can is told, by its date or by staff; what always could, or is new, is not', () => {
  const schedules = [
    { ...plain, guid: 'came', startDt: at(0) },
    { ...plain, guid: 'released' },
    { ...plain, guid: 'moved', completeDt: at(1) },
    { ...plain, guid: 'comes', startDt: at(1) },
    { ...plain, guid: 'always' },
    { ...plain, guid: 'new' },
  ]
  const before = new Map([
    ...(['came', 'comes'] as const).map((guid) => [guid, 'coming'] as const),
    ...([
      ['released', 'held'],
      ['moved', 'missed'],
      ['always', 'ready'],
    ] as const),
  ])
  expect(openedSince(before, schedules, nowMs).map(({ guid }) => guid)).toEqual(['came', 'released', 'moved'])
})
