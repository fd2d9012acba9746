import { type ExamRow, officeExams } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { activityOf } from '../people/use-people.ts'
import type { listFields } from './library-list.ts'

/** Exams of one page. */
const pageSize = 50

/** Each exam once: one that was stored anew between two pages may come on both, and the later reading counts, at the earlier place. */
export const examsOnce = (pages: readonly (readonly ExamRow[])[]): readonly ExamRow[] => [
  ...new Map(pages.flat().map((row) => [row.examGuid, row])).values(),
]

/** The exams that an address asks for, page after page. */
export const useExams = ({ search, sort }: QueryValues<typeof listFields>) => {
  const { api } = useOffice()
  const asked = { ...(search.trim() !== '' && { search }), sort, limit: pageSize }
  const reading = useInfiniteQuery({
    queryKey: [officeExams.name, asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam !== undefined && { cursor: pageParam }) }
      const outcome = await api.call(officeExams, { query }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const pages = reading.data?.pages
  const rows = useMemo(() => examsOnce((pages ?? []).map(({ exams }) => exams)), [pages])
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
