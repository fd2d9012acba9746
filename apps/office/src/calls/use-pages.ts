import type { Api } from '@sitwell/client/api'
import type { Call, InputOf, ReplyOf } from '@sitwell/contract'
import type { TableActivity } from '@sitwell/office-ui/data-table.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallFailed } from './office-query.ts'

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

interface Reading {
  readonly isFetching: boolean
  readonly isPending: boolean
  readonly isPlaceholderData: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly isError: boolean
}

/** What the table waits for. That rows are read again in the background is nothing to wait for. */
export const activityOfPages = (reading: Reading): TableActivity => {
  if (reading.isFetchingNextPage) return 'loadingMore'
  if (reading.isFetching && (reading.isPending || reading.isPlaceholderData)) return 'loading'
  if (reading.isFetchNextPageError) return 'failedMore'
  return reading.isError ? 'failed' : 'idle'
}

/** Each row once: what moved over the edge between two pages comes on both, and the later reading of it counts, at the earlier place. */
export const eachOnce = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row] as const)).values(),
]

/** The rows of a list that is read page after page. `rowsOf` and `keyOf` must not be made again for each call of the hook. */
export const usePages = <C extends Call, Row>(api: Api, { call, query, rowsOf, keyOf, isEnabled = true }: Listing<C, Row>) => {
  const reading = useInfiniteQuery({
    // The same call may be made for one page alone, under the same query.
    queryKey: [call.name, query, 'pages'],
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
  const rows = useMemo(() => eachOnce((pages ?? []).flatMap(rowsOf), keyOf), [pages, rowsOf, keyOf])
  const times = (pages ?? []).map(({ asOf }) => Date.parse(asOf))
  return {
    rows,
    /** The reply with the first page, which says what concerns all of them. */
    first: pages?.[0],
    activity: activityOfPages(reading),
    total: pages?.[0]?.total,
    asOfMs: times.length === 0 ? undefined : Math.min(...times),
    hasMore: reading.hasNextPage,
    more: () => void reading.fetchNextPage(),
    again: () => void (reading.isFetchNextPageError ? reading.fetchNextPage() : reading.refetch()),
  }
}
