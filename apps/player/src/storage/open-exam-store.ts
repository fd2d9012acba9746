import { openIndexedDbStore } from '@sitwell/storage/indexed-db-store'
import { createOverflowStore, type Keeping, type OverflowStore } from '@sitwell/storage/overflow-store'
import { createExamStore, type ExamStore } from './exam-store.ts'
import { type Change, type KeyValueStore, playerDatabase, type StoreName } from './key-value-store.ts'
import { isLaterRecord } from './later-record.ts'
import { createMemoryStore } from './memory-store.ts'
import { createRequestLogStore, droppedWhenFull, type RequestLogStore } from './request-log.ts'
import { dropAcknowledged } from './upload-store.ts'

/** The store of this browser, and whether it outlives the page. */
export interface OpenedStore {
  readonly store: ExamStore
  readonly requestLog: RequestLogStore
  readonly places: KeyValueStore
  /** The same without what is held in the memory where the browser has no room. */
  readonly lastingPlaces: KeyValueStore
  readonly lasting: boolean
  /** What is in the memory of the page alone. */
  unwritten(): readonly Change[]
  /** Another page has taken these over, and writes them. */
  giveUp(changes: readonly Change[]): void
}

/** A browser that keeps nothing. */
const nothing: KeyValueStore = {
  read: async () => undefined,
  list: async () => [],
  keys: async () => [],
  write: () => Promise.reject(new Error('This browser keeps nothing')),
  close() {},
}

/**
 * Opens the browser's store. Where the browser keeps nothing (a private window of an old browser, a full disk, a store that never opens) the exam continues
 * with the memory alone: answers still reach the server, but don't survive the tab. `onKeeping` tells when that changes later.
 */
export const openExamStore = async (
  nowMs: () => number,
  onFailure: (error: unknown) => void,
  onKeeping: (keeping: Keeping) => void = () => {},
): Promise<OpenedStore> => {
  const over = (places: OverflowStore<StoreName>, lastingPlaces: KeyValueStore, lasting: boolean): OpenedStore => ({
    store: createExamStore(places, nowMs),
    requestLog: createRequestLogStore(places),
    places,
    lastingPlaces,
    lasting,
    unwritten: places.unwritten,
    giveUp: places.giveUp,
  })
  try {
    const lasting = await openIndexedDbStore(playerDatabase, onFailure)
    const log = createRequestLogStore(lasting)
    const makeRoom = async () => (await log.drop(droppedWhenFull)) > 0 || dropAcknowledged(lasting)
    const opened = over(
      createOverflowStore({ lasting, makeRoom, onKeeping, isLater: isLaterRecord, onError: onFailure }),
      lasting,
      true,
    )
    await opened.store.putBackReadable().catch(onFailure)
    return opened
  } catch (error) {
    onFailure(error)
    const inMemory = createOverflowStore({ lasting: nothing, makeRoom: async () => false, onKeeping, onError: () => {} })
    return over(inMemory, createMemoryStore(), false)
  }
}
