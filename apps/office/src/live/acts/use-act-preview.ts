import type { Failure } from '@sitwell/client/api'
import { type LiveAct, officePreviewLiveAct, type ReplyOf } from '@sitwell/contract'
import { useEffect, useState } from 'react'
import { useOffice } from '../../office-context.tsx'

export type PreviewedPerson = ReplyOf<typeof officePreviewLiveAct>['people'][number]

/** Whom an act would concern. `none`: what it asks for is not typed yet. */
export type ActPreview =
  | { readonly is: 'none' | 'loading' }
  | { readonly is: 'failed'; readonly failure: Failure }
  | { readonly is: 'shown'; readonly people: readonly PreviewedPerson[] }

/** Milliseconds without a key after which the server is asked anew. */
const pauseMs = 250

/** Asks the server whom an act would concern, and again whenever the act changes. */
export const useActPreview = (act: LiveAct | undefined, people: readonly string[]) => {
  const { api } = useOffice()
  const [attempt, setAttempt] = useState(0)
  const [preview, setPreview] = useState<ActPreview & { readonly of?: string }>({ is: 'none' })
  const asked = act === undefined ? undefined : JSON.stringify({ act, people })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same once more
  useEffect(() => {
    if (asked === undefined) return
    const abort = new AbortController()
    const ask = async () => {
      // Boundary: the body was written just above.
      const body = JSON.parse(asked) as { act: LiveAct; people: string[] }
      const outcome = await api.call(officePreviewLiveAct, { body }, { signal: abort.signal })
      if (abort.signal.aborted) return
      setPreview(
        outcome.ok ? { is: 'shown', people: outcome.value.people, of: asked } : { is: 'failed', failure: outcome, of: asked },
      )
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked, api, attempt])
  const again = () => {
    setPreview({ is: 'loading' })
    setAttempt((count) => count + 1)
  }
  if (asked === undefined) return { preview: { is: 'none' } satisfies ActPreview, again }
  // What was asked before says nothing of the act that is typed now.
  return { preview: preview.of === asked ? preview : ({ is: 'loading' } satisfies ActPreview), again }
}
