import { officePeople, type PersonRow } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import type { TableActivity } from '@sitwell/office-ui/data-table.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import type { listFields } from './people-list.ts'

/** People of one page. */
const pageSize = 100

interface Reading {
  readonly isFetching: boolean
  readonly isPending: boolean
  readonly isPlaceholderData: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly isError: boolean
}

/** What the table waits for. That rows are read again in the background is nothing to wait for. */
export const activityOf = (reading: Reading): TableActivity => {
  if (reading.isFetchingNextPage) return 'loadingMore'
  if (reading.isFetching && (reading.isPending || reading.isPlaceholderData)) return 'loading'
  if (reading.isFetchNextPageError) return 'failedMore'
  return reading.isError ? 'failed' : 'idle'
}

/** Each person once: who moved over the edge between two pages comes on both, and the later reading of them counts, at the earlier place. */
export const eachOnce = (pages: readonly (readonly PersonRow[])[]): readonly PersonRow[] => [
  ...new Map(pages.flat().map((row) => [row.userID, row])).values(),
]

/** The people that an address asks for, page after page. */
export const usePeople = ({ search, show, group, sort, descending }: QueryValues<typeof listFields>) => {
  const { api } = useOffice()
  const asked = {
    ...(search.trim() !== '' && { search }),
    ...(group !== '' && { group }),
    ...{ show, sort, descending: descending ? ('true' as const) : ('false' as const), limit: pageSize },
  }
  const reading = useInfiniteQuery({
    queryKey: [officePeople.name, asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam !== undefined && { cursor: pageParam }) }
      const outcome = await api.call(officePeople, { query }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const pages = reading.data?.pages
  const rows = useMemo(() => eachOnce((pages ?? []).map(({ people }) => people)), [pages])
  const times = (pages ?? []).map(({ asOf }) => Date.parse(asOf))
  return {
    rows,
    activity: activityOf(reading),
    total: pages?.[0]?.total,
    asOfMs: times.length === 0 ? undefined : Math.min(...times),
    hasMore: reading.hasNextPage,
    more: () => void reading.fetchNextPage(),
    again: () => void (reading.isFetchNextPageError ? reading.fetchNextPage() : reading.refetch()),
  }
}
