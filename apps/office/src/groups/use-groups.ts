import { officeGroups } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { activityOf } from '../people/use-people.ts'
import type { groupListFields } from './group-list.ts'

/** Groups of one page. */
const pageSize = 100

/** The groups that an address asks for, page after page. */
export const useGroups = ({ search, sort, descending }: QueryValues<typeof groupListFields>) => {
  const { api } = useOffice()
  const asked = {
    ...(search.trim() !== '' && { search }),
    ...{ sort, descending: descending ? ('true' as const) : ('false' as const), limit: pageSize },
  }
  const reading = useInfiniteQuery({
    queryKey: [officeGroups.name, asked, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam !== undefined && { cursor: pageParam }) }
      const outcome = await api.call(officeGroups, { query }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const pages = reading.data?.pages
  // A group that moved over the edge between two pages comes on both.
  const rows = useMemo(
    () => [...new Map((pages ?? []).flatMap(({ groups }) => groups.map((row) => [row.groupID, row] as const))).values()],
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
