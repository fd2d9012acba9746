import type { ReadEvent } from '@sitwell/client/live-events'
import { type CompletedBecause, type DashEvent, dashEvent } from '@sitwell/contract'
import { readExtension } from '@sitwell/exam/ledger/extension'
import * as z from 'zod/mini'

/** What a live event tells a learner. */
export type LiveNews =
  /** `held`: the time stands until the learner has read it, for so long at most; `number` is the grant's in the ledger. */
  | {
      readonly kind: 'extended'
      readonly byMs: number
      readonly held?: { readonly number: number; readonly leftMs: number } | undefined
    }
  | { readonly kind: 'declined' }
  /** An extension was asked for, on whatever device, or isn't any more. */
  | { readonly kind: 'extension-requested' | 'extension-withdrawn' }
  | { readonly kind: 'paused' | 'resumed' }
  /** The pause is over; the time stands on for so long, unless the learner resumes before. `number` is the offer's in the ledger. */
  | { readonly kind: 'resume-offered'; readonly number: number; readonly byMs: number }
  /** Below 0: taken back, because an accommodation was withdrawn. */
  | { readonly kind: 'time-added'; readonly byMs: number }
  /** It was finished, on whatever device or by the server; or staff have opened it again after that. */
  | { readonly kind: 'completed'; readonly because: CompletedBecause | undefined }
  | { readonly kind: 'reopened' }
  /** The monitor of the exam's page doesn't run any more. */
  | { readonly kind: 'monitor-lost' }

/** What an event says of a pause: nothing, one, its end, or an offer to go on. */
const pauseIn = ({ number, paused, resumeWithin = 0 }: DashEvent): LiveNews[] => {
  if (paused === undefined) return []
  if (!paused && number !== undefined && resumeWithin > 0)
    return [{ kind: 'resume-offered', number, byMs: resumeWithin * 1000 }]
  return [{ kind: paused ? 'paused' : 'resumed' }]
}

/** What it says of a request for an extension; undefined where its answer can't be read. */
const extensionIn = ({ number, extendable, awaitingExtension, resumeWithin = 0 }: DashEvent): LiveNews[] | undefined => {
  const request: LiveNews[] =
    awaitingExtension === undefined ? [] : [{ kind: awaitingExtension ? 'extension-requested' : 'extension-withdrawn' }]
  if (extendable === undefined) return request
  const answer = readExtension(extendable)
  if (!answer) return undefined
  const isHeld = answer.kind === 'extended' && number !== undefined && resumeWithin > 0
  return [...request, isHeld ? { ...answer, held: { number, leftMs: resumeWithin * 1000 } } : answer]
}

/** Reads a `dashevent` (spec 3 §7). Undefined where it can't be read: then nobody's exam may end by it. */
export const readDashEvent = (event: unknown): ReadEvent<LiveNews> | undefined => {
  const read = z.safeParse(dashEvent, event)
  if (!read.success) return undefined
  const { number, addedTime, completed, completedBecause, monitorLost } = read.data
  const news = pauseIn(read.data)
  if (addedTime !== undefined && addedTime > 0) news.push({ kind: 'time-added', byMs: addedTime * 1000 })
  if (completed !== undefined) news.push(completed ? { kind: 'completed', because: completedBecause } : { kind: 'reopened' })
  if (monitorLost === true) news.push({ kind: 'monitor-lost' })
  const ofExtension = extensionIn(read.data)
  return ofExtension && { number, news: [...news, ...ofExtension] }
}
