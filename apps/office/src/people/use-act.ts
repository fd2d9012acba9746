import type { Failure } from '@sitwell/client/api'
import { officeHeldRoles, officePeople, officePerson, officePersonTimeline } from '@sitwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { failureText } from './failure-text.ts'

/** Has every page that shows people read them again. */
export const useReadAgain = () => {
  const queries = useQueryClient()
  return () => {
    for (const { name } of [officePerson, officePersonTimeline, officePeople, officeHeldRoles])
      void queries.invalidateQueries({ queryKey: [name] })
  }
}

const isFailure = (result: object): result is Failure => 'ok' in result && result.ok === false

/** The person or what they may do isn't as the page shows it. */
const isOutdated = (failure: Failure) =>
  failure.kind === 'unreachable' || failure.code === 'CHANGED_MEANWHILE' || failure.code === 'ACCOUNT_SUSPENDED'

/** An act on a person while it is under way, and why it came to nothing. `explain`: the words for a failure. */
export const useAct = (explain = failureText) => {
  const { text } = useOffice()
  const readAgain = useReadAgain()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    isPending,
    problem,
    /** Before another act. */
    forget: () => setProblem(undefined),
    /** Resolves to the result of it; undefined if it failed, which `problem` then explains. */
    run: async <Result extends object>(call: () => Promise<Result | Failure>): Promise<Result | undefined> => {
      setPending(true)
      setProblem(undefined)
      const result = await call()
      setPending(false)
      const hasFailed = isFailure(result)
      if (!hasFailed || isOutdated(result)) readAgain()
      if (!hasFailed) return result
      setProblem(explain(result, text))
      return undefined
    },
  }
}
