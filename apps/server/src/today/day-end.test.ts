import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayEndsAt } from './day-end.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham']
const dayIn = (atMs: number, zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(atMs)

describe('the end of a day', () => {
  test('is the first moment of another day in the zone, whatever the clocks there do', () => {
    void fc.assert(
      fc.property(
        fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2035-01-01') }),
        fc.constantFrom(...zones),
        (nowMs, zone) => {
          const endMs = dayEndsAt(nowMs, zone)
          expect(endMs).toBeGreaterThan(nowMs)
          expect(dayIn(endMs - 1, zone)).toBe(dayIn(nowMs, zone))
          expect(dayIn(endMs, zone)).not.toBe(dayIn(nowMs, zone))
        },
      ),
    )
  })

  test('of the nights on which clocks change is an hour earlier or later', () => {
    const endOf = (moment: string) => new Date(dayEndsAt(Date.parse(moment), 'Europe/Berlin')).toISOString()
    expect(endOf('2026-03-28T23:30:00Z')).toBe('2026-03-29T22:00:00.000Z')
    expect(endOf('2026-10-24T22:30:00Z')).toBe('2026-10-25T23:00:00.000Z')
    expect(endOf('2026-12-01T12:00:00Z')).toBe('2026-12-01T23:00:00.000Z')
  })
})
