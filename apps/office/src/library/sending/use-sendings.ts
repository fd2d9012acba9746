import { officeUpload, officeUploads } from '@sitwell/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { officeQuery } from '../../calls/office-query.ts'
import { useOffice, useOfficeParts } from '../../office-context.tsx'
import type { Office } from '../../start/create-office.ts'
import { withProgress } from './long-requests.ts'
import { createSendings, type Sendings } from './sendings.ts'

/** What a page of the browser sends, by whose it is: whoever signs in later finds nothing of it. */
const made = new WeakMap<Office, Map<string, Sendings>>()

/** Has pages read the list of uploads again. */
export const readUploadsAgain = (queries: QueryClient): void => {
  void queries.invalidateQueries({ queryKey: [officeUploads.name] })
}

/** The files that this page sends for the person who is signed in. They continue while other pages of the office are shown. */
export const useSendings = () => {
  const office = useOfficeParts()
  const { api, facts, nowMs } = useOffice()
  const queries = useQueryClient()
  const { userGuid } = facts.person
  const all = made.get(office) ?? new Map<string, Sendings>()
  made.set(office, all)
  const sendings =
    all.get(userGuid) ??
    createSendings({
      api,
      send: (onProgress) => withProgress(office.fetchBy, onProgress),
      nowMs: () => performance.now(),
      after: (delayMs, then) => {
        const timer = setTimeout(then, delayMs)
        return () => clearTimeout(timer)
      },
      onSent: (upload) => {
        const { queryKey } = officeQuery(api, officeUpload, { query: { uploadId: upload.uploadId } })
        queries.setQueryData(queryKey, { upload, asOf: new Date(nowMs()).toISOString() })
        readUploadsAgain(queries)
      },
    })
  all.set(userGuid, sendings)
  return { sendings, list: useSyncExternalStore(sendings.subscribe, sendings.list) }
}
