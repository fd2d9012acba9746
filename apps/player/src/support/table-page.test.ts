import { expect, test } from 'vitest'
import { defaultPageSize, logsPageSize, pageSizes, tablePage } from './table-page.ts'

const rows = Array.from({ length: 12 }, (_, index) => index)

// ADM-307 ADM-308
test('a table shows 5, 10 or 25 rows at a time, 5 at first, and the logs 10', () => {
  expect(pageSizes).toEqual([5, 10, 25])
  expect([defaultPageSize, logsPageSize]).toEqual([5, 10])
  expect(tablePage(rows, 10, 0)).toEqual({ page: 0, lastPage: 1, shown: rows.slice(0, 10), first: 1, last: 10 })
  expect(tablePage(rows, 5, 2)).toEqual({ page: 2, lastPage: 2, shown: [10, 11], first: 11, last: 12 })
  expect(tablePage(rows, 25, 0)).toMatchObject({ lastPage: 0, first: 1, last: 12 })
})

test('a page whose rows are gone gives way to the last that has some', () => {
  expect(tablePage(rows.slice(0, 10), 10, 1)).toMatchObject({ page: 0, first: 1, last: 10 })
  expect(tablePage([], 5, 3)).toEqual({ page: 0, lastPage: 0, shown: [], first: 0, last: 0 })
})
