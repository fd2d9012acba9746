import type { PersonRow } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { activityOfPages, eachOnce } from './use-pages.ts'

const idle = {
  ...{ isFetching: false, isPending: false, isPlaceholderData: false },
  ...{ isFetchingNextPage: false, isFetchNextPageError: false, isError: false },
}

test('the table waits for the first page and for another list, and not for the same rows read again', () => {
  expect(activityOfPages(idle)).toBe('idle')
  expect(activityOfPages({ ...idle, isFetching: true, isPending: true })).toBe('loading')
  expect(activityOfPages({ ...idle, isFetching: true, isPlaceholderData: true })).toBe('loading')
  expect(activityOfPages({ ...idle, isFetching: true })).toBe('idle')
  expect(activityOfPages({ ...idle, isFetching: true, isFetchingNextPage: true })).toBe('loadingMore')
  expect(activityOfPages({ ...idle, isError: true, isFetchNextPageError: true })).toBe('failedMore')
  expect(activityOfPages({ ...idle, isError: true })).toBe('failed')
  // Tried again after a failure.
  expect(activityOfPages({ ...idle, isError: false, isFetching: true, isPending: true })).toBe('loading')
})

test('a person who comes on two pages is shown once, as they were read last', () => {
  const row = (userID: number, username: string): PersonRow => ({
    ...{ userID, username, firstName: '', lastName: '', roles: [], isSuspended: false },
  })
  const pages = [
    [row(1, 'a'), row(2, 'b')],
    [row(2, 'new'), row(3, 'c')],
  ]
  const rows = eachOnce(pages.flat(), ({ userID }) => String(userID))
  expect(rows.map(({ userID, username }) => `${userID} ${username}`)).toEqual(['1 a', '2 new', '3 c'])
})
