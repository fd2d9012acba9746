import { createExamStore, type ExamStore } from './exam-store.ts'
import { openIndexedDbStore } from './indexed-db-store.ts'
import type { KeyValueStore } from './key-value-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { createOverflowStore, type Keeping } from './overflow-store.ts'
import { createRequestLogStore, droppedWhenFull, type RequestLogStore } from './request-log.ts'

/** The store of this browser, and whether it outlives the page. */
export interface OpenedStore {
  readonly store: ExamStore
  readonly requestLog: RequestLogStore
  readonly places: KeyValueStore
  readonly lasting: boolean
}

const databaseName = 'sitwell'

/**
 * Opens the browser's store. Where the browser keeps nothing (a private window of an old browser, a full disk) the exam goes on
 * with the memory alone: answers still reach the server, but don't survive the tab. `onKeeping` tells when that changes later.
 */
export const openExamStore = async (
  nowMs: () => number,
  onFailure: (error: unknown) => void,
  onKeeping: (keeping: Keeping) => void = () => {},
): Promise<OpenedStore> => {
  const over = (places: KeyValueStore, lasting: boolean): OpenedStore => ({
    store: createExamStore(places, nowMs),
    requestLog: createRequestLogStore(places),
    places,
    lasting,
  })
  try {
    const lasting = await openIndexedDbStore(databaseName)
    const log = createRequestLogStore(lasting)
    const makeRoom = async () => (await log.drop(droppedWhenFull)) > 0
    return over(createOverflowStore({ lasting, makeRoom, onKeeping, onError: onFailure }), true)
  } catch (error) {
    onFailure(error)
    return over(createMemoryStore(), false)
  }
}
