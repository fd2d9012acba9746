import type { ReadEvent } from '@sitwell/client/live-events'
import {
  type CompletedBecause,
  type DashEvent,
  dashEvent,
  type LearnerAction,
  learnerAction,
  learnerActionEvent,
} from '@sitwell/contract'
import { readExtension } from '@sitwell/exam/ledger/extension'
import * as z from 'zod/mini'

/** What holds the time until the learner is back, for so many milliseconds more at most. */
interface Held {
  /** Of the offer, the grant or the rest break in the ledger. */
  readonly number: number
  readonly leftMs: number
  /** Seconds of the grant that it is. */
  readonly extension?: number
  /** It is a rest break of the learner's own. */
  readonly rest?: boolean
}

/** What a live event tells a learner. */
export type LiveNews =
  /** `offer`: the time stands until the learner has read it. */
  | { readonly kind: 'extended'; readonly byMs: number; readonly offer?: Held }
  | { readonly kind: 'declined' }
  /** An extension was asked for, on whatever device, or isn't any more. */
  | { readonly kind: 'extension-requested' | 'extension-withdrawn' }
  | { readonly kind: 'paused' | 'resumed' }
  /** The pause is over, and the time stands on unless the learner resumes; or a rest break began. */
  | { readonly kind: 'resume-offered'; readonly offer: Held }
  /**
   * `isByStaff`: an invigilator gave it just now. Otherwise it was given while there was no connection, or an accommodation was changed; below 0, it
   * was taken back by that.
   */
  | { readonly kind: 'time-added'; readonly byMs: number; readonly isByStaff?: boolean }
  /** It was finished, on whatever device or by the server; or staff have opened it again after that. */
  | { readonly kind: 'completed'; readonly because: CompletedBecause | undefined }
  | { readonly kind: 'reopened' }
  /** The monitor of the exam's page doesn't run any more. */
  | { readonly kind: 'monitor-lost' }
  /** An invigilator did something that the page says it has received. */
  | { readonly kind: 'action'; readonly action: LearnerAction }

/** What an event says of a pause: nothing, one, its end, an offer to go on, or a rest break. */
const pauseIn = ({ number, paused, resumeWithin = 0, restBreak }: DashEvent): LiveNews[] => {
  if (paused === undefined) return []
  if (!paused && number !== undefined && resumeWithin > 0)
    return [{ kind: 'resume-offered', offer: { number, leftMs: resumeWithin * 1000, ...(restBreak && { rest: true }) } }]
  return [{ kind: paused ? 'paused' : 'resumed' }]
}

/** What it says of a request for an extension; undefined where its answer can't be read. */
const extensionIn = ({ number, extendable, awaitingExtension, resumeWithin = 0 }: DashEvent): LiveNews[] | undefined => {
  const request: LiveNews[] =
    awaitingExtension === undefined ? [] : [{ kind: awaitingExtension ? 'extension-requested' : 'extension-withdrawn' }]
  if (extendable === undefined) return request
  const answer = readExtension(extendable)
  if (!answer) return undefined
  if (answer.kind !== 'extended' || number === undefined || resumeWithin === 0) return [...request, answer]
  return [...request, { ...answer, offer: { number, leftMs: resumeWithin * 1000, extension: answer.byMs / 1000 } }]
}

const carried = z.object({ [learnerActionEvent]: learnerAction })

/** Reads a `dashevent` (spec 3 §7), or an action of staff. Undefined where it can't be read: then nobody's exam may end by it. */
export const readDashEvent = (event: unknown): ReadEvent<LiveNews> | undefined => {
  const action = z.safeParse(carried, event)
  if (action.success) return { number: undefined, news: [{ kind: 'action', action: action.data[learnerActionEvent] }] }
  const read = z.safeParse(dashEvent, event)
  if (!read.success) return undefined
  const { number, addedTime, completed, completedBecause, monitorLost } = read.data
  const news = pauseIn(read.data)
  if (addedTime !== undefined && addedTime > 0) news.push({ kind: 'time-added', byMs: addedTime * 1000, isByStaff: true })
  if (completed !== undefined) news.push(completed ? { kind: 'completed', because: completedBecause } : { kind: 'reopened' })
  if (monitorLost === true) news.push({ kind: 'monitor-lost' })
  const ofExtension = extensionIn(read.data)
  return ofExtension && { number, news: [...news, ...ofExtension] }
}
