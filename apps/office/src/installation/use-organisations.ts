import { type OrganisationRow, officeOrganisations, type ReplyOf } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { useQueryClient } from '@tanstack/react-query'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import { type organisationListFields, sortOf } from './organisation-list.ts'

/** Organisations of one page. */
const pageSize = 50

const rowsOf = ({ organisations }: ReplyOf<typeof officeOrganisations>) => organisations
export const keyOf = ({ organisationID }: OrganisationRow) => String(organisationID)

/** The organisations that an address asks for, page after page. */
export const useOrganisations = ({ search, order }: QueryValues<typeof organisationListFields>) => {
  const { api } = useOffice()
  const { column, direction } = sortOf(order)
  const query = {
    ...(search.trim() !== '' && { search }),
    ...(column === 'created' && { sort: 'created' as const }),
    ...(direction === 'descending' && { descending: 'true' as const }),
    limit: pageSize,
  }
  return usePages(api, { call: officeOrganisations, query, rowsOf, keyOf })
}

/** Has every page that shows organisations read them again. */
export const useReadOrganisationsAgain = () => {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [officeOrganisations.name] })
}
