import { type RequestRecord, requestTypes } from '../storage/records.ts'
import { isTakenBack } from './form-run/take-back.ts'
import { isInReview, isLate, isRefusedAsLate } from './queue/delivery.ts'
import type { QueueEvent, RequestQueue } from './queue/exam-queue.ts'

/** What happened to the answers that an earlier visit couldn't send. */
export interface Synced {
  /** How many the server refused for good; they are set aside on this device. */
  readonly refused: number
  /** How many it keeps and doesn't count, because they came after the time was over. */
  readonly late: number
  /** How many of these late ones wait for the exam's staff, because they may have been given in time. */
  readonly inReview: number
}

const isStoredAsLate = (event: QueueEvent): boolean =>
  event.kind === 'set-aside' ? isRefusedAsLate(event.request, event.reason) : isLate(event.reply)

/** Answers that an earlier visit couldn't send, because the connection was lost. */
export interface EarlierAnswers {
  /**
   * Calls back once all of them are on the server, or were refused for good; never if there were none. What an earlier visit was
   * about to send, with a connection, is told of only if it doesn't count.
   */
  whenSynced(listener: (synced: Synced) => void): () => void
  /** The learner has been told. */
  forget(): void
}

/** Watches what the queue has loaded as failed: call it before the first flush. */
export const watchEarlierAnswers = (queue: Pick<RequestQueue, 'failed' | 'waiting' | 'subscribe'>): EarlierAnswers => {
  const isWatched = ({ type }: RequestRecord) => type === requestTypes.saveAnswer || type === requestTypes.finishExam
  const earlier = new Set(queue.waiting().flatMap((request) => (isWatched(request) ? [request.id] : [])))
  const wasCutOff = queue.failed().some(isWatched)
  const listeners = new Set<(synced: Synced) => void>()
  let refused = 0
  let late = 0
  let inReview = 0
  let synced: Synced | undefined
  const isWorthTelling = () => earlier.size > 0 && (wasCutOff || refused > 0 || late > 0)
  const count = (event: QueueEvent) => {
    if (event.kind === 'acknowledged' && isInReview(event.reply)) inReview += 1
    if (isStoredAsLate(event)) late += 1
    else if (event.kind === 'set-aside') refused += 1
  }
  const stop = queue.subscribe((event) => {
    const { kind, request } = event
    if (kind !== 'acknowledged' && kind !== 'set-aside') return
    // An exam that continues, because more time was given, has lost nothing by it.
    if (kind === 'set-aside' && isTakenBack(request, event.reason)) earlier.delete(request.id)
    if (earlier.has(request.id)) count(event)
    if (queue.waiting().some(({ id }) => earlier.has(id))) return
    stop()
    if (!isWorthTelling()) return
    synced = { refused, late, inReview }
    for (const listener of listeners) listener(synced)
    listeners.clear()
  })
  return {
    whenSynced(listener) {
      if (synced) listener(synced)
      else listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    forget() {
      synced = undefined
    },
  }
}
