import { type CompletedBecause, dashEvent } from '@sitwell/contract'
import { readExtension } from '@sitwell/exam/ledger/extension'
import * as z from 'zod/mini'

/** What a live event tells a learner. */
export type LiveNews =
  | { readonly kind: 'extended'; readonly byMs: number }
  | { readonly kind: 'declined' }
  | { readonly kind: 'paused' | 'resumed' }
  /** The pause is over; the time stands on for so long, unless the learner resumes before. `number` is the offer's in the ledger. */
  | { readonly kind: 'resume-offered'; readonly number: number; readonly byMs: number }
  | { readonly kind: 'time-added'; readonly byMs: number }
  /** It was finished, on whatever device or by the server; or staff have opened it again after that. */
  | { readonly kind: 'completed'; readonly because: CompletedBecause | undefined }
  | { readonly kind: 'reopened' }
  /** The monitor of the exam's page doesn't run any more. */
  | { readonly kind: 'monitor-lost' }

/** A live event as it was read: its number, where it has one, and what it tells. */
export interface ReadEvent {
  readonly number: number | undefined
  readonly news: readonly LiveNews[]
}

/** Reads a `dashevent` (spec 3 §7). Undefined where it can't be read: then nobody's exam may end by it. */
export const readDashEvent = (event: unknown): ReadEvent | undefined => {
  const read = z.safeParse(dashEvent, event)
  if (!read.success) return undefined
  const { number, extendable, paused, addedTime, completed, completedBecause, resumeWithin = 0, monitorLost } = read.data
  const news: LiveNews[] = []
  if (paused === false && number !== undefined && resumeWithin > 0)
    news.push({ kind: 'resume-offered', number, byMs: resumeWithin * 1000 })
  else if (paused !== undefined) news.push({ kind: paused ? 'paused' : 'resumed' })
  if (addedTime !== undefined && addedTime > 0) news.push({ kind: 'time-added', byMs: addedTime * 1000 })
  if (completed !== undefined) news.push(completed ? { kind: 'completed', because: completedBecause } : { kind: 'reopened' })
  if (monitorLost === true) news.push({ kind: 'monitor-lost' })
  if (extendable !== undefined) {
    const answer = readExtension(extendable)
    if (!answer) return undefined
    news.push(answer)
  }
  return { number, news }
}
