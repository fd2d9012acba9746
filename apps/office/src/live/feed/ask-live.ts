import type { Api } from '@sitwell/client/api'
import { longestLiveWaitMs, officeLive } from '@sitwell/contract'
import type { LiveReply } from '../rows/live-facts.ts'
import type { Asked } from './live-feed.ts'

/** What a view is about: a delivery, or an exam without one. */
export type LivePlace = { readonly deliveryID: string } | { readonly examGuid: string }

/** A "no" that may be a "yes" in a moment: the server has a problem of its own, or too much to do. It says nothing of what was done before it. */
export const isPassing = (status: number): boolean => status >= 500 || status === 429

/** Asks for what has changed since `cursor`: at once the first time, and then as soon as there is something. */
export const askLive = async (
  api: Api,
  place: LivePlace,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Asked<LiveReply>> => {
  const query = { ...place, ...(cursor === undefined ? {} : { cursor, waitMs: longestLiveWaitMs }) }
  const outcome = await api.call(officeLive, { query }, { attempts: 1, signal })
  if (outcome.ok)
    return { is: 'reply', reply: outcome.value, asOfMs: Date.parse(outcome.value.asOf), heldMs: outcome.value.heldMs }
  if (outcome.kind === 'unreachable' || isPassing(outcome.status)) return { is: 'lost' }
  return { is: 'refused', code: outcome.code }
}
