import type { MarkingItem } from '@sitwell/contract'
import { useCallback } from 'react'
import { useOffice } from '../../office-context.tsx'
import { mediaAddress } from '../response/media-address.ts'

/** Where the files of a question are loaded from. */
export const useMediaAddress = () => {
  const { api, facts } = useOffice()
  const { orgId } = facts.organisation
  return useCallback(
    ({ question }: Pick<MarkingItem, 'question'>) => {
      const endpoint = api.resourceUrl('')
      return mediaAddress(question.media, { endpoint: endpoint.endsWith('/') ? endpoint : `${endpoint}/`, orgId })
    },
    [api, orgId],
  )
}
