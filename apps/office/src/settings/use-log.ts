import { officeSecurityLog } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { activityOfPages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import type { logFields } from './log-fields.ts'

/** Events of one page. */
const pageSize = 100

/** The events that an address asks for, page after page. A page may be empty though the log continues: then the next one is read. */
export const useLog = ({ person, kind, from, until, address }: QueryValues<typeof logFields>) => {
  const { api } = useOffice()
  const asked = {
    ...(person.trim() !== '' && { person }),
    ...(kind !== 'all' && { kind }),
    ...(from !== '' && { from }),
    ...(until !== '' && { until }),
    ...(address.trim() !== '' && { address: address.trim() }),
    limit: pageSize,
  }
  const reading = useInfiniteQuery({
    queryKey: [officeSecurityLog.name, asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam !== undefined && { cursor: pageParam }) }
      const outcome = await api.call(officeSecurityLog, { query }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = reading
  const pages = reading.data?.pages
  const rows = useMemo(() => (pages ?? []).flatMap(({ events }) => events), [pages])
  const goesOn = rows.length === 0 && hasNextPage && !isPlaceholderData
  useEffect(() => {
    if (goesOn && !isFetching && !isError) void fetchNextPage()
  }, [goesOn, isFetching, isError, fetchNextPage])
  const times = (pages ?? []).map(({ asOf }) => Date.parse(asOf))
  return {
    rows,
    activity: goesOn && !isError ? ('loading' as const) : activityOfPages(reading),
    asOfMs: times.length === 0 ? undefined : Math.min(...times),
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    again: () => void (reading.isFetchNextPageError ? fetchNextPage() : reading.refetch()),
  }
}
