import { officePeople, type PersonRow, type ReplyOf } from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import type { listFields } from './people-list.ts'

/** People of one page. */
const pageSize = 100

const rowsOf = ({ people }: ReplyOf<typeof officePeople>) => people
const keyOf = ({ userID }: PersonRow) => String(userID)

/** The people that an address asks for, page after page. */
export const usePeople = ({ search, show, group, sort, descending }: QueryValues<typeof listFields>) => {
  const { api } = useOffice()
  const query = {
    ...(search.trim() !== '' && { search }),
    ...(group !== '' && { group }),
    ...{ show, sort, descending: descending ? ('true' as const) : ('false' as const), limit: pageSize },
  }
  return usePages(api, { call: officePeople, query, rowsOf, keyOf })
}
