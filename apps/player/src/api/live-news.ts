import { dashEvent } from '@sitwell/contract'
import { readExtension } from '@sitwell/exam/extension'
import * as z from 'zod/mini'

/** What a live event tells a learner. */
export type LiveNews =
  | { readonly kind: 'extended'; readonly byMs: number }
  | { readonly kind: 'declined' }
  | { readonly kind: 'paused' | 'resumed' }
  | { readonly kind: 'time-added'; readonly byMs: number }

/** A live event as it was read: its number, where it has one, and what it tells. */
export interface ReadEvent {
  readonly number: number | undefined
  readonly news: readonly LiveNews[]
}

/** Reads a `dashevent` (spec 3 §7). Undefined where it can't be read: then nobody's exam may end by it. */
export const readDashEvent = (event: unknown): ReadEvent | undefined => {
  const read = z.safeParse(dashEvent, event)
  if (!read.success) return undefined
  const { number, extendable, paused, addedTime } = read.data
  const news: LiveNews[] = []
  if (paused !== undefined) news.push({ kind: paused ? 'paused' : 'resumed' })
  if (addedTime !== undefined && addedTime > 0) news.push({ kind: 'time-added', byMs: addedTime * 1000 })
  if (extendable !== undefined) {
    const answer = readExtension(extendable)
    if (!answer) return undefined
    news.push(answer)
  }
  return { number, news }
}
