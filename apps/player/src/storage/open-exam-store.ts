import { createExamStore, type ExamStore } from './exam-store.ts'
import { openIndexedDbStore } from './indexed-db-store.ts'
import { createMemoryStore } from './memory-store.ts'

/** The store of this browser, and whether it outlives the page. */
export interface OpenedStore {
  readonly store: ExamStore
  readonly lasting: boolean
}

const databaseName = 'sitwell'

/**
 * Opens the browser's store. Where the browser keeps nothing (a private window of an old browser, a full disk) the exam goes on
 * with the memory alone: answers still reach the server, but don't survive the tab.
 */
export const openExamStore = async (nowMs: () => number, onFailure: (error: unknown) => void): Promise<OpenedStore> => {
  try {
    return { store: createExamStore(await openIndexedDbStore(databaseName), nowMs), lasting: true }
  } catch (error) {
    onFailure(error)
    return { store: createExamStore(createMemoryStore(), nowMs), lasting: false }
  }
}
