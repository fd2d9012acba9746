import { type HeldRole, officeHeldRoles, type ReplyOf } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import type { rolesFields } from './roles-list.ts'

/** Roles of one page. */
const pageSize = 100

const rowsOf = ({ held }: ReplyOf<typeof officeHeldRoles>) => held

export const keyOfHeld = ({ grant }: HeldRole) => grant.id

/** The roles that an address asks for, page after page. */
export const useHeldRoles = ({ search, show, role, scope, sort, descending }: QueryValues<typeof rolesFields>) => {
  const { api } = useOffice()
  const query = {
    ...(search.trim() !== '' && { search }),
    ...(role !== 'all' && { role }),
    ...{ show, scope, sort, descending: descending ? ('true' as const) : ('false' as const), limit: pageSize },
  }
  return usePages(api, { call: officeHeldRoles, query, rowsOf, keyOf: keyOfHeld })
}
