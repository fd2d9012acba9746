import { expect, test } from 'vitest'
import { currentYear, daysIn, monthNames, readDay, writeDay } from './day-of-year.ts'
import { isFieldValue } from './field-value.ts'

// QGRID-225
test('whatever day and month are chosen, the date lies in the year that it is', () => {
  const year = currentYear(Date.UTC(2028, 5, 1))
  expect(year).toBe(2028)
  for (let month = 0; month <= 12; month += 1)
    for (let day = 0; day <= 31; day += 1) {
      const written = writeDay({ month, day }, year)
      expect(isFieldValue({ kind: 'calendar', id: 'd', label: 'D', hidesLabel: false, month: 6 }, written)).toBe(true)
      if (written !== '') expect(written.slice(0, 4)).toBe('2028')
      expect(readDay(written, year)).toEqual({ year, month, day: day > daysIn(year, month) ? 0 : day })
    }
})

test('a date of last year, kept over the turn of the year, is read as it stands', () => {
  expect(readDay('2025-12-31', 2026)).toEqual({ year: 2025, month: 12, day: 31 })
})

test('months are named in the learner’s language', () => {
  expect(monthNames('en')[5]).toBe('June')
  expect(monthNames('ar')[5]).toBe('يونيو')
})
