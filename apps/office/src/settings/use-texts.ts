import { type OwnTextState, officeTexts } from '@sitwell/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'

/** Texts of one page. */
const pageSize = 50

export interface TextsAsked {
  readonly languageID: number
  readonly search: string
  readonly show: 'all' | 'own'
}

/** The texts of a language that a search finds, page after page, each once. */
export const useTexts = ({ languageID, search, show }: TextsAsked) => {
  const { api } = useOffice()
  const asked = { languageID, show, ...(search.trim() !== '' && { search }), limit: pageSize }
  const reading = useInfiniteQuery({
    queryKey: [officeTexts.name, asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam !== undefined && { cursor: pageParam }) }
      const outcome = await api.call(officeTexts, { query }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const pages = reading.data?.pages
  const texts = useMemo(
    (): readonly OwnTextState[] => [
      ...new Map((pages ?? []).flatMap((page) => page.texts.map((one) => [one.id, one] as const))).values(),
    ],
    [pages],
  )
  return { reading, texts, total: pages?.[0]?.total }
}
