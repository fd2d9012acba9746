import { requestTypes } from '../storage/records.ts'
import type { RequestQueue } from './request-queue.ts'

/** Answers that an earlier visit couldn't send, because the connection was lost. */
export interface EarlierAnswers {
  /** Calls back once all of them are on the server; never where there were none. */
  whenSynced(listener: () => void): () => void
  /** The learner has been told. */
  forget(): void
}

/** Watches what the queue has loaded as failed: call it before the first flush. */
export const watchEarlierAnswers = (queue: Pick<RequestQueue, 'failed' | 'waiting' | 'subscribe'>): EarlierAnswers => {
  const earlier = new Set(
    queue
      .failed()
      .filter(({ type }) => type === requestTypes.saveAnswer || type === requestTypes.finishExam)
      .map(({ id }) => id),
  )
  const listeners = new Set<() => void>()
  let isSynced = false
  const stop = queue.subscribe(({ kind }) => {
    if (kind !== 'acknowledged' || queue.waiting().some(({ id }) => earlier.has(id))) return
    stop()
    if (earlier.size === 0) return
    isSynced = true
    for (const listener of listeners) listener()
    listeners.clear()
  })
  return {
    whenSynced(listener) {
      if (isSynced) listener()
      else listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    forget() {
      isSynced = false
    },
  }
}
