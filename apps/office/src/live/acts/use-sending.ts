import type { Outcome } from '@sitwell/client/api'
import type { LiveAct, ReplyOf } from '@sitwell/contract'
import { officeLiveAct as call } from '@sitwell/contract'
import { useReducer } from 'react'
import { useOffice } from '../../office-context.tsx'
import { isPassing } from '../feed/ask-live.ts'
import { type Sending, type SendingEvent, sendingStep } from './sending.ts'

export type LiveActResult = ReplyOf<typeof call>

const eventOf = (requestId: string, outcome: Outcome<typeof call>): SendingEvent<LiveActResult> => {
  if (outcome.ok) return { kind: 'replied', requestId, result: outcome.value }
  if (outcome.kind === 'unreachable' || isPassing(outcome.status)) return { kind: 'lost', requestId }
  return { kind: 'refused', requestId, code: outcome.code }
}

/** Sends one action, again under the same id if no reply came. Resolves to what became of it; undefined if that isn't known, or nothing. */
export const useSending = () => {
  const { api } = useOffice()
  const [state, tell] = useReducer(
    (before: Sending<LiveActResult>, event: SendingEvent<LiveActResult>) => sendingStep(before, event),
    { is: 'open' } satisfies Sending<LiveActResult>,
  )
  const send = async (act: LiveAct, people: readonly string[]): Promise<LiveActResult | undefined> => {
    if (state.is === 'sent' || state.is === 'done') return undefined
    const { content, requestId } =
      state.is === 'unknown' ? state : { content: JSON.stringify({ act, people }), requestId: crypto.randomUUID() }
    tell({ kind: 'send', content, newId: requestId })
    // Boundary: the content was made of these just above, or as it was sent first.
    const said = JSON.parse(content) as { readonly act: LiveAct; readonly people: string[] }
    const outcome = await api.call(call, { body: { ...said, requestId } })
    tell(eventOf(requestId, outcome))
    return outcome.ok ? outcome.value : undefined
  }
  return { state, send }
}
