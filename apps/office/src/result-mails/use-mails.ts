import type { Failure } from '@sitwell/client/api'
import { type MailRow, mostMailsRetried, officeMails, officeRetryMails } from '@sitwell/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { usePages } from '../calls/use-pages.ts'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { mailKey } from './mail-columns.ts'

const pageSize = 100
const rowsOf = ({ mails }: { readonly mails: readonly MailRow[] }) => mails

/** The mails of a delivery that an address asks for, page after page. */
export const useMails = (
  deliveryID: string,
  { search, state, set }: { readonly search: string; readonly state: string; readonly set: number | undefined },
) => {
  const { api } = useOffice()
  const wished = {
    ...(set !== undefined && { set }),
    ...(search.trim() !== '' && { search }),
    ...(state !== 'all' && { state }),
  }
  return usePages(api, { call: officeMails, query: { deliveryID, ...wished, limit: pageSize }, rowsOf, keyOf: mailKey })
}

/** How many mails of a delivery, or of one of its sets, are in which state, and what the caller may do. */
export const useMailFacts = (deliveryID: string, set: number | undefined) => {
  const { api } = useOffice()
  const query = { deliveryID, limit: 1, ...(set !== undefined && { set }) }
  return useQuery({ ...officeQuery(api, officeMails, { query }), placeholderData: keepPreviousData })
}

/** Why mails were not sent again. */
const retryFailure = (failure: Failure, text: OfficeText): string =>
  failure.kind === 'refused' && failure.code === 'NOT_FOUND' ? text('mails.notFound') : failureText(failure, text)

/** Sends mails again: of these people, or of all whose mail did not get through; of one set, if the address names it. */
export const useRetry = (deliveryID: string, set: number | undefined, onDone: (said: string) => void) => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const retry = async (people: readonly number[] | undefined) => {
    setPending(true)
    setProblem(undefined)
    const parts: (number[] | undefined)[] = people === undefined ? [undefined] : []
    for (let from = 0; people !== undefined && from < people.length; from += mostMailsRetried)
      parts.push(people.slice(from, from + mostMailsRetried))
    let count = 0
    let hasFailed = false
    for (const userIDs of parts) {
      const outcome = await api.call(officeRetryMails, {
        body: { deliveryID, ...(set !== undefined && { set }), ...(userIDs && { userIDs }) },
      })
      if (!outcome.ok) {
        setProblem(retryFailure(outcome, text))
        hasFailed = true
        break
      }
      count += outcome.value.count
    }
    setPending(false)
    void queries.invalidateQueries({ queryKey: [officeMails.name] })
    // A first call that failed sent nothing again: the problem is all there is to show.
    if (count > 0 || !hasFailed) onDone(text('mails.retried', { count }))
  }
  return { isPending, problem, retry: (people?: readonly number[]) => void retry(people) }
}
