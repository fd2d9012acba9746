import { officeCentres } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { activityOf } from '../people/use-people.ts'
import type { centreListFields } from './centre-list.ts'

/** Centres of one page. */
const pageSize = 100

/** The centres that an address asks for, page after page. */
export const useCentres = ({ search, show, descending }: QueryValues<typeof centreListFields>) => {
  const { api } = useOffice()
  const asked = {
    ...(search.trim() !== '' && { search }),
    ...(show === 'all' && { closed: 'true' as const }),
    ...(descending && { descending: 'true' as const }),
    limit: pageSize,
  }
  const reading = useInfiniteQuery({
    queryKey: [officeCentres.name, asked, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam !== undefined && { cursor: pageParam }) }
      const outcome = await api.call(officeCentres, { query }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const pages = reading.data?.pages
  // A centre that moved over the edge between two pages comes on both.
  const rows = useMemo(
    () => [...new Map((pages ?? []).flatMap(({ centres }) => centres.map((row) => [row.centreID, row] as const))).values()],
    [pages],
  )
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

/** Has every page that shows centres and rooms read them anew. */
export const useReadCentresAgain = () => {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [officeCentres.name] })
}
