import { expect, test } from 'vitest'
import { cellText, nextSort } from './cell-text.ts'
import type { Column } from './columns.ts'

const at = { id: 'x', title: 'X', widthRem: 5 }
const london = { languageCode: 'en-GB', timeZone: 'Europe/London' }
const berlin = { languageCode: 'de', timeZone: 'Europe/Berlin' }
const moment = Date.UTC(2026, 10, 29, 14, 2)

test.each<[Column<number>, number, string, string]>([
  [{ ...at, kind: 'number', number: (row) => row }, 1234.5, '1,234.5', '1.234,5'],
  [{ ...at, kind: 'number', number: () => undefined }, 1, '', ''],
  [{ ...at, kind: 'dateTime', atMs: (row) => row }, moment, '29 Nov 2026, 14:02', '29. Nov. 2026, 15:02'],
  [{ ...at, kind: 'dateTime', atMs: () => undefined, none: 'never' }, 1, 'never', 'never'],
  [{ ...at, kind: 'dateTime', atMs: () => undefined }, 1, '', ''],
  [{ ...at, kind: 'status', status: (row) => ({ tone: 'good', text: `s${row}` }) }, 1, 's1', 's1'],
  [{ ...at, kind: 'custom', text: (row) => `c${row}`, cell: () => 'drawn' }, 1, 'c1', 'c1'],
])('a cell says what it shows, in its language and time zone', (column, row, inLondon, inBerlin) => {
  expect(cellText(column, row, london)).toBe(inLondon)
  expect(cellText(column, row, berlin)).toBe(inBerlin)
})

test('a header sorts by its column, upwards first, and turns round at the next press', () => {
  const up = nextSort(undefined, 'name')
  expect(up).toEqual({ column: 'name', direction: 'ascending' })
  const down = nextSort(up, 'name')
  expect(down).toEqual({ column: 'name', direction: 'descending' })
  expect(nextSort(down, 'name')).toEqual(up)
  expect(nextSort(down, 'number')).toEqual({ column: 'number', direction: 'ascending' })
})
