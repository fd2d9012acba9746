import { type CentreState, officeCentres, type ReplyOf } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { useQueryClient } from '@tanstack/react-query'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import type { centreListFields } from './centre-list.ts'

/** Centres of one page. */
const pageSize = 100

const rowsOf = ({ centres }: ReplyOf<typeof officeCentres>) => centres
const keyOf = ({ centreID }: CentreState) => centreID

/** The centres that an address asks for, page after page. */
export const useCentres = ({ search, show, descending }: QueryValues<typeof centreListFields>) => {
  const { api } = useOffice()
  const query = {
    ...(search.trim() !== '' && { search }),
    ...(show === 'all' && { closed: 'true' as const }),
    ...(descending && { descending: 'true' as const }),
    limit: pageSize,
  }
  return usePages(api, { call: officeCentres, query, rowsOf, keyOf })
}

/** Has every page that shows centres and rooms read them again. */
export const useReadCentresAgain = () => {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [officeCentres.name] })
}
