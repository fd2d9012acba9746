import { newUuid } from '@sitwell/client/new-uuid'
import { type MarkingItem, officeMarkingDecide } from '@sitwell/contract'
import { useRef, useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { failureText } from '../../people/failure-text.ts'
import { givenOf } from '../mark/given-mark.ts'
import type { GivenMarks, MarkDraft } from '../mark/mark-draft.ts'

/** Sends a decision, and says why it came to nothing. `onChanged`: somebody wrote another entry meanwhile. */
export const useDeciding = (item: MarkingItem, onDone: () => void, onChanged: () => void) => {
  const { api, text } = useOffice()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** The same decision once more, as after its reply was lost, is the same request. */
  const request = useRef({ id: '', words: '' })
  return {
    isPending,
    problem,
    send: async (given: GivenMarks, draft: MarkDraft, reason: string): Promise<void> => {
      const { isFlagged: _, ...mark } = givenOf(given, draft)
      const { responseID, newestEntry: basedOn, sequence, files } = item
      const seen = { ...(sequence !== undefined && { sequence }), ...(files !== undefined && { files }) }
      const body = { ...mark, ...seen, responseID, basedOn, reason: reason.trim() }
      const words = JSON.stringify(body)
      if (request.current.words !== words) request.current = { id: newUuid(), words }
      setPending(true)
      setProblem(undefined)
      const outcome = await api.call(officeMarkingDecide, { body: { ...body, requestId: request.current.id } })
      setPending(false)
      if (outcome.ok) return onDone()
      const code = outcome.kind === 'refused' ? outcome.code : undefined
      if (code === 'CHANGED_MEANWHILE') onChanged()
      if (code === 'CHANGED_MEANWHILE') return setProblem(text('marking.decideChanged'))
      setProblem(code === 'NOT_ALLOWED' ? text('marking.decideOwn') : failureText(outcome, text))
    },
  }
}
