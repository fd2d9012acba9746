import { parseDateTime } from '@internationalized/date'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, incompleteDate, momentOf, wallTimeOf } from './date-values.ts'

test('a wall time that clocks skip moves forward, and of one that they show twice the first counts', () => {
  expect(momentOf(parseDateTime('2026-03-29T01:30'), 'Europe/London')).toBe('2026-03-29T01:30:00.000Z')
  expect(momentOf(parseDateTime('2026-10-25T01:30'), 'Europe/London')).toBe('2026-10-25T00:30:00.000Z')
  expect(momentOf(parseDateTime('2026-07-01T09:00'), 'Asia/Kolkata')).toBe('2026-07-01T03:30:00.000Z')
})

test('a moment that is shown and read again is the same one, but in an hour that clocks show twice', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40_000_000 }),
      fc.constantFrom('Europe/London', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe'),
      (minute, timeZone) => {
        const moment = new Date(Date.UTC(1980, 0, 1) + minute * 60_000).toISOString()
        const shown = wallTimeOf(moment, timeZone)
        if (shown === null) throw new Error('It is a moment.')
        const again = momentOf(shown, timeZone)
        expect(wallTimeOf(again, timeZone)?.toString()).toBe(shown.toString())
        expect([0, 30, 60]).toContain((Date.parse(moment) - Date.parse(again)) / 60_000)
      },
    ),
  )
})

test('what is no date is none', () => {
  expect(dayOf('2008-02-29')?.toString()).toBe('2008-02-29')
  for (const text of ['', incompleteDate, '2007-02-29', '29.2.2008']) expect(dayOf(text)).toBeNull()
  expect(wallTimeOf('', 'Europe/London')).toBeNull()
  expect(wallTimeOf(incompleteDate, 'Europe/London')).toBeNull()
})
