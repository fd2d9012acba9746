import type { Api, Failure } from '@sitwell/client/api'
import {
  type MarkerReturnPreview,
  officeMarkersOf,
  officeMarkingQueues,
  officePreviewMarkerReturn,
  officeReturnMarker,
  officeTakeBackMarkerReturn,
} from '@sitwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { failureText } from '../../people/failure-text.ts'
import type { RecallBody } from './recall-values.ts'

/** A return that is shown before it is done: the same request id until it is, so that a second attempt goes on where the first one broke off. */
export interface Recall {
  readonly body: RecallBody
  readonly requestId: string
  readonly preview: MarkerReturnPreview
}

type Came =
  | { readonly is: 'done'; readonly returned: number }
  | { readonly is: 'failed'; readonly failure: Failure }
  | { readonly is: 'changed' }

/** Returns a piece after the other. If something changed meanwhile, it ends with the preview as it is now. */
const returnAll = async (
  api: Api,
  { body, requestId, preview }: Recall,
  reason: string,
  onPreview: (preview: MarkerReturnPreview) => void,
): Promise<Came> => {
  for (let before = preview.returned; ; ) {
    const outcome = await api.call(officeReturnMarker, { body: { ...body, requestId, reason, hash: preview.hash } })
    if (!outcome.ok) {
      if (outcome.kind !== 'refused' || outcome.code !== 'CHANGED_MEANWHILE') return { is: 'failed', failure: outcome }
      const now = await api.call(officePreviewMarkerReturn, { body: { ...body, requestId } })
      if (!now.ok) return { is: 'failed', failure: now }
      onPreview(now.value)
      return { is: 'changed' }
    }
    const { returned, left } = outcome.value
    // If a piece changed nothing, what is left can't be returned any more, as after its answers were erased.
    if (left === 0 || returned === before) return { is: 'done', returned }
    before = returned
    onPreview({ ...preview, returned })
  }
}

/** Returns in pieces, and takes back in pieces. Whatever came of a piece stays, and the same press goes on. */
export const useRecall = () => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const [recall, setRecall] = useState<Recall>()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const readAnew = () => {
    for (const { name } of [officeMarkersOf, officeMarkingQueues]) void queries.invalidateQueries({ queryKey: [name] })
  }
  const run = async (work: () => Promise<string | undefined>) => {
    setPending(true)
    setProblem(undefined)
    setProblem(await work())
    setPending(false)
    readAnew()
  }

  const show = (body: RecallBody) =>
    run(async () => {
      const outcome = await api.call(officePreviewMarkerReturn, { body })
      if (!outcome.ok) return failureText(outcome, text)
      setRecall({ body, requestId: crypto.randomUUID(), preview: outcome.value })
      return undefined
    })

  const confirm = (reason: string, onDone: (returned: number) => void) =>
    run(async () => {
      if (!recall) return undefined
      const came = await returnAll(api, recall, reason, (preview) => setRecall({ ...recall, preview }))
      if (came.is === 'failed') return failureText(came.failure, text)
      if (came.is === 'changed') return text('marking.recall.changed')
      setRecall(undefined)
      onDone(came.returned)
      return undefined
    })

  const takeBack = (operation: string, reason: string, onDone: (takenBack: number) => void) =>
    run(async () => {
      for (let all = 0; ; ) {
        const outcome = await api.call(officeTakeBackMarkerReturn, { body: { operation, reason } })
        if (!outcome.ok) return failureText(outcome, text)
        const { takenBack, left } = outcome.value
        all += takenBack
        // If a piece changed nothing, somebody did something to all that is left.
        if (left > 0 && takenBack > 0) continue
        onDone(all)
        return undefined
      }
    })

  const close = () => {
    setRecall(undefined)
    setProblem(undefined)
  }
  return { recall, problem, isPending, show, confirm, takeBack, close }
}
