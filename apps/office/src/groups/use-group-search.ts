import { officeGroups } from '@sitwell/contract'
import type { PickOption } from '@sitwell/office-ui/pick-field.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'

/** Groups that are listed at once, to choose one. */
const most = 50

/** Groups as the options of a `PickField`. */
export const useGroupSearch = () => {
  const { api } = useOffice()
  const [search, setSearch] = useState('')
  const query = { ...(search !== '' && { search }), limit: most }
  const reading = useQuery({ ...officeQuery(api, officeGroups, { query }), placeholderData: keepPreviousData })
  const options: readonly PickOption[] = (reading.data?.groups ?? []).map(({ groupID, name }) => ({ id: groupID, title: name }))
  return {
    options,
    onSearch: setSearch,
    isLoading: reading.isFetching && (reading.isPending || reading.isPlaceholderData),
    hasFailed: reading.isError,
    onRetry: () => void reading.refetch(),
    hasMore: reading.data?.next !== undefined,
  }
}
