import type { Api, Failure } from '@sitwell/client/api'
import type { Call, InputOf, ReplyOf } from '@sitwell/contract'
import { QueryClient, queryOptions } from '@tanstack/react-query'

/** A call that came to nothing, as what a query throws. */
export class CallFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/**
 * A call that reads, for `useQuery`. Its key is the call's name and what it is asked with, so that `invalidateQueries({ queryKey: [name] })` has
 * every page read again what changed.
 */
export const officeQuery = <C extends Call>(api: Api, call: C, input: InputOf<C>) =>
  queryOptions<ReplyOf<C>, CallFailed>({
    queryKey: [call.name, input],
    queryFn: async ({ signal }) => {
      const outcome = await api.call(call, input, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
  })

/** What pages have read from the server, as long as the page of the browser is open. */
export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Calls make their own attempts, and say that the server is away without waiting for the browser to notice.
        retry: false,
        networkMode: 'always',
        staleTime: 5000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
