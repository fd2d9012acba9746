import { officePreviewResultRules, type ResultRulesChange, type ResultRulesRow, type ShownRulesRows } from '@sitwell/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'

interface Wanted {
  readonly deliveryID: string
  /** Undefined as long as there is nothing to preview. */
  readonly change: ResultRulesChange | undefined
  readonly show?: ShownRulesRows
}

/** What a change of the rules would do, with the people whom it moves page by page. As it is worked out anew, the one before stays. */
export const useRulesPreview = ({ deliveryID, change, show = 'moved' }: Wanted) => {
  const { api } = useOffice()
  const reading = useInfiniteQuery({
    queryKey: [officePreviewResultRules.name, deliveryID, change, show],
    queryFn: async ({ pageParam, signal }) => {
      if (!change) throw new Error('a preview of no change')
      const body = { deliveryID, change, show, ...(pageParam !== undefined && { cursor: pageParam }) }
      const outcome = await api.call(officePreviewResultRules, { body }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled: change !== undefined,
  })
  const pages = reading.data?.pages ?? []
  return {
    preview: pages[0],
    rows: pages.flatMap(({ rows }): readonly ResultRulesRow[] => rows),
    /** What shows is not of this change yet. */
    isBusy: reading.isFetching && !reading.isFetchingNextPage && (reading.isPlaceholderData || pages.length === 0),
    error: reading.error,
    hasMore: reading.hasNextPage,
    isReadingMore: reading.isFetchingNextPage,
    more: () => void reading.fetchNextPage(),
    again: () => void reading.refetch(),
  }
}
