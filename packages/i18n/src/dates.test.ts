import { expect, test } from 'vitest'
import { clockTime, longDate, shortDate } from './dates.ts'
import { exactDate } from './exact-date.ts'

const at = (iso: string) => Date.parse(iso)

// SCH-213 CONST-308
test('the long format names the day, the month, an ordinal, the year and the time', () => {
  expect(longDate(at('2026-11-21T11:05:00Z'), 'Europe/London', 'en-GB')).toBe('Saturday, November 21st 2026, 11:05')
  expect(longDate(at('2026-06-02T23:30:00Z'), 'Europe/London', 'en-GB')).toBe('Wednesday, June 3rd 2026, 00:30')
})

test('the ordinals of English: 1st, 2nd, 3rd, 4th, 11th to 13th, 21st to 23rd, 31st', () => {
  const ordinal = (day: number) => / (\w+) 2026/.exec(longDate(Date.UTC(2026, 0, day, 12), 'UTC', 'en-GB'))?.[1]
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30, 31].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
    '30th',
    '31st',
  ])
})

// SCH-214 CONST-308
test('the short format is day, month and year in two figures each, and the time', () => {
  expect(shortDate(at('2026-01-02T03:04:00Z'), 'UTC', 'en-GB')).toBe('02/01/26, 03:04')
  expect(shortDate(at('2026-01-02T00:00:00Z'), 'UTC', 'en-GB')).toBe('02/01/26, 00:00')
})

test('a date is shown in the learner’s time zone', () => {
  expect(longDate(at('2026-11-21T23:30:00Z'), 'Asia/Tokyo', 'en-GB')).toBe('Sunday, November 22nd 2026, 08:30')
  expect(shortDate(at('2026-11-21T23:30:00Z'), 'America/New_York', 'en-GB')).toBe('21/11/26, 18:30')
})

test('another language has its own names and order', () => {
  expect(longDate(at('2026-11-21T11:05:00Z'), 'UTC', 'ar')).toContain('السبت')
})

test('the clock shows seconds', () => {
  expect(clockTime(at('2026-11-21T09:05:07Z'), 'UTC', 'en-GB')).toBe('09:05:07')
})

test('near a change of clocks a date names its zone, and the repeated hour is unambiguous', () => {
  const [first, again] = [at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')]
  expect(longDate(first, 'Europe/London', 'en-GB')).toBe('Sunday, October 25th 2026, 01:30 BST')
  expect(longDate(again, 'Europe/London', 'en-GB')).toBe('Sunday, October 25th 2026, 01:30 GMT')
  expect(shortDate(again, 'Europe/Berlin', 'de')).toBe('25/10/26, 02:30 MEZ')
  expect(longDate(at('2026-10-23T01:30:00Z'), 'Europe/London', 'en-GB')).toBe('Friday, October 23rd 2026, 02:30')
  expect(longDate(again, 'UTC', 'en-GB')).toBe('Sunday, October 25th 2026, 01:30')
})

test('a moment of evidence has seconds and zone, in the usual date format', () => {
  expect(exactDate(at('2026-11-21T11:05:09Z'), 'Europe/London', 'en-GB')).toBe('Saturday, November 21st 2026, 11:05:09 GMT')
  for (const language of ['de', 'cy', 'ar']) {
    const exact = exactDate(at('2026-11-21T11:05:09Z'), 'UTC', language)
    expect(exact).toBe(`${longDate(at('2026-11-21T11:05:09Z'), 'UTC', language)}:09 UTC`)
    expect(exact).toMatch(/11:05:09 UTC$/)
  }
})
