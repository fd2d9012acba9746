import type { Failure } from '@sitwell/client/api'
import { useRef, useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { useReadResultsAgain } from './use-results.ts'

/** Why an act on results came to nothing, in words. */
export const resultFailure = (failure: Failure, text: OfficeText): string => {
  if (failure.kind === 'unreachable') return text('failure.unreachable')
  if (failure.code === 'CHANGED_MEANWHILE') return text('results.failure.changed')
  if (failure.code === 'NOT_FOUND') return text('results.notFound')
  return failureText(failure, text)
}

/** An act on results while it is under way, and why it came to nothing. `explain`: the words for a failure; undefined if a field says it. */
export const useResultAct = (explain: (failure: Failure, text: OfficeText) => string | undefined = resultFailure) => {
  const { text } = useOffice()
  const readAgain = useReadResultsAgain()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    isPending,
    problem,
    /** Resolves to the reply; undefined if it failed, which `problem` then explains. What pages show of results is read anew. */
    run: async <Reply>(
      call: () => Promise<{ readonly ok: true; readonly value: Reply } | Failure>,
    ): Promise<Reply | undefined> => {
      setPending(true)
      setProblem(undefined)
      const outcome = await call()
      setPending(false)
      readAgain()
      if (outcome.ok) return outcome.value
      setProblem(explain(outcome, text))
      return undefined
    },
  }
}

/** Ids of requests: the same for the same content, so that one that is sent twice because no reply came is done once. */
export const useRequestIds = () => {
  const last = useRef<{ readonly content: string; readonly id: string }>(undefined)
  return (content: unknown): string => {
    const words = JSON.stringify(content)
    if (last.current?.content !== words) last.current = { content: words, id: crypto.randomUUID() }
    return last.current.id
  }
}
