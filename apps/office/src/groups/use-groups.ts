import { type GroupState, officeGroups, type ReplyOf } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import type { groupListFields } from './group-list.ts'

/** Groups of one page. */
const pageSize = 100

const rowsOf = ({ groups }: ReplyOf<typeof officeGroups>) => groups
const keyOf = ({ groupID }: GroupState) => groupID

/** The groups that an address asks for, page after page. */
export const useGroups = ({ search, sort, descending }: QueryValues<typeof groupListFields>) => {
  const { api } = useOffice()
  const query = {
    ...(search.trim() !== '' && { search }),
    ...{ sort, descending: descending ? ('true' as const) : ('false' as const), limit: pageSize },
  }
  return usePages(api, { call: officeGroups, query, rowsOf, keyOf })
}
