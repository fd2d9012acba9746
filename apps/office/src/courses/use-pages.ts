import type { Api } from '@sitwell/client/api'
import type { Call, InputOf, ReplyOf } from '@sitwell/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { activityOf } from '../people/use-people.ts'

interface PageReply {
  readonly next?: string | undefined
  readonly total?: number | undefined
  readonly asOf: string
}

/** How a list is read page by page. */
interface Listing<C extends Call, Row> {
  readonly call: C
  /** Without the cursor. */
  readonly query: object
  rowsOf(reply: ReplyOf<C>): readonly Row[]
  keyOf(row: Row): string
  readonly isEnabled?: boolean
}

/** The rows of a list that is read page after page, each row once: the later reading of a row that stands on two pages counts. */
export const usePages = <C extends Call, Row>(api: Api, { call, query, rowsOf, keyOf, isEnabled = true }: Listing<C, Row>) => {
  const reading = useInfiniteQuery({
    queryKey: [call.name, query],
    queryFn: async ({ pageParam, signal }) => {
      // Boundary: each caller passes the query of its call.
      const input = { query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) } } as unknown as InputOf<C>
      const outcome = await api.call(call, input, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      // Boundary: every list of the office replies with these beside its rows.
      return outcome.value as ReplyOf<C> & PageReply
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  const pages = reading.data?.pages
  const rows = useMemo(
    () => [...new Map((pages ?? []).flatMap(rowsOf).map((row) => [keyOf(row), row] as const)).values()],
    [pages, rowsOf, keyOf],
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
