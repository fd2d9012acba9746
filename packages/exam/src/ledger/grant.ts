import { givesMore, noOwnTime } from '../time/accommodation.ts'
import { extensionStatus, extensionStatuses } from './extension.ts'
import type { LedgerEvent } from './ledger.ts'

/** Milliseconds for which the time is at most until the learner has read that they were granted more: as long as after a pause. */
export const grantHoldMs = 120_000

/** A grant as it is written: with how long it holds the time at most, if it does. */
type Grant = Omit<Extract<LedgerEvent, { kind: 'extension' }>, 'atMs'>

const givingKinds: ReadonlySet<LedgerEvent['kind']> = new Set(['extension', 'extra-time', 'absence', 'reopen'])

const givesTime = (event: LedgerEvent): boolean =>
  event.kind === 'accommodation' ? givesMore(event.before ?? noOwnTime, event.after) : givingKinds.has(event.kind)

/** The events since the last request, which is the first of them; undefined if none was made. */
const sinceRequest = (events: readonly LedgerEvent[]): readonly LedgerEvent[] | undefined => {
  const at = events.findLastIndex(({ kind }) => kind === 'extension-request')
  return at < 0 ? undefined : events.slice(at)
}

/** Whether the exam has gone on since the request, by time that was given in another way. */
const hasGoneOn = (since: readonly LedgerEvent[]): boolean => since.some(givesTime)

/**
 * The grant of an extension. While the learner waits for it in front of its dialog, it holds the time until they have read it. If the exam
 * has gone on meanwhile, they are answering: nothing is held, and what they type continues to count. Nor is it for a page of an earlier
 * version, which would continue without resuming.
 */
export const grantOf = (events: readonly LedgerEvent[], byMs: number): Grant => {
  const since = sinceRequest(events)
  const request = since?.[0]
  const isHeld = since && request?.kind === 'extension-request' && request.resumes === true && !hasGoneOn(since)
  return { kind: 'extension', byMs, ...(isHeld && { withinMs: grantHoldMs }) }
}

/**
 * Whether the learner waits for the answer to a request, or was declined and has yet to finish by that. If the exam has gone on since the
 * request, a refusal is none any more: at the next end they may ask again.
 */
export const isAnswerDue = (events: readonly LedgerEvent[]): boolean => {
  const status = extensionStatus(events)
  if (status === extensionStatuses.requested) return true
  return status === extensionStatuses.declined && !hasGoneOn(sinceRequest(events) ?? [])
}
