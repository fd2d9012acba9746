import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { meaningOf } from './wall-time.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** What a clock shows, by another way than the code has: Swedish writes dates as ISO 8601 does. */
const wallTimeAt = (zone: string, atMs: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(atMs).replace(' ', 'T')

const momentOf = (wall: string, zone: string, isSecond: boolean): number => {
  const meaning = meaningOf(wall, zone)
  if (meaning.is !== 'twice') return meaning.atMs
  return isSecond ? meaning.secondMs : meaning.firstMs
}

// OFFICE-208
test('in the night in which the clock is set forward, a time that it leaves out is moved forward', () => {
  expect(iso(momentOf('2027-03-28T00:59', 'Europe/London', false))).toBe('2027-03-28T00:59:00.000Z')
  expect(meaningOf('2027-03-28T01:30', 'Europe/London')).toEqual({ is: 'never', atMs: Date.parse('2027-03-28T01:30Z') })
  expect(wallTimeAt('Europe/London', momentOf('2027-03-28T01:30', 'Europe/London', false))).toBe('2027-03-28T02:30')
  expect(iso(momentOf('2027-03-28T02:00', 'Europe/London', false))).toBe('2027-03-28T01:00:00.000Z')
  // West of Greenwich, and a clock that is set by half an hour.
  expect(wallTimeAt('America/New_York', momentOf('2027-03-14T02:15', 'America/New_York', false))).toBe('2027-03-14T03:15')
  expect(wallTimeAt('Australia/Lord_Howe', momentOf('2027-10-03T02:10', 'Australia/Lord_Howe', false))).toBe('2027-10-03T02:40')
})

// OFFICE-208
test('in the night in which the clock is set back, a time that it shows twice is one of two moments', () => {
  expect(meaningOf('2026-10-25T01:30', 'Europe/London')).toEqual({
    ...{ is: 'twice', firstMs: Date.parse('2026-10-25T00:30Z'), secondMs: Date.parse('2026-10-25T01:30Z') },
  })
  expect(iso(momentOf('2026-10-25T01:30', 'Europe/London', false))).toBe('2026-10-25T00:30:00.000Z')
  expect(iso(momentOf('2026-10-25T01:30', 'Europe/London', true))).toBe('2026-10-25T01:30:00.000Z')
  expect(meaningOf('2026-10-25T00:59', 'Europe/London').is).toBe('once')
  expect(meaningOf('2026-10-25T02:00', 'Europe/London').is).toBe('once')
  expect(meaningOf('2027-04-04T01:45', 'Australia/Lord_Howe').is).toBe('twice')
})

test('a zone far from Greenwich has its own days', () => {
  expect(iso(momentOf('2026-12-03T09:30', 'Pacific/Kiritimati', false))).toBe('2026-12-02T19:30:00.000Z')
  expect(iso(momentOf('2026-12-03T09:30', 'Pacific/Pago_Pago', false))).toBe('2026-12-03T20:30:00.000Z')
  expect(iso(momentOf('2026-12-03T00:00', 'UTC', false))).toBe('2026-12-03T00:00:00.000Z')
})

const zones = ['Europe/London', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Chatham']
const minuteMs = 60_000

// OFFICE-208
test('what a clock shows at a moment means that moment again, or one of two', () => {
  void fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2024, 0) / minuteMs, max: Date.UTC(2032, 0) / minuteMs }),
      (zone, minutes) => {
        const atMs = minutes * minuteMs
        const meaning = meaningOf(wallTimeAt(zone, atMs), zone)
        if (meaning.is === 'twice') expect([meaning.firstMs, meaning.secondMs]).toContain(atMs)
        else expect(meaning).toEqual({ is: 'once', atMs })
      },
    ),
  )
})

test('a later wall time never means an earlier moment', () => {
  void fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 2000 * 24 * 60 }),
      fc.integer({ min: 0, max: 300 }),
      (zone, start, step) => {
        const wall = (minutes: number) => new Date(Date.UTC(2025, 0) + minutes * minuteMs).toISOString().slice(0, 16)
        // A time that is left out comes as late as the one after it: over the gap the order holds only for what the clock shows.
        const [one, other] = [meaningOf(wall(start), zone), meaningOf(wall(start + step), zone)]
        if (one.is === 'never' || other.is === 'never') return
        const earliestMs = one.is === 'twice' ? one.firstMs : one.atMs
        expect(other.is === 'twice' ? other.secondMs : other.atMs).toBeGreaterThanOrEqual(earliestMs)
      },
    ),
  )
})
