import type { Database } from '../db/database.ts'
import { tryToWrite } from '../db/try-to-write.ts'

/** Milliseconds that a word on readiness stands: whoever asks more often gets the same, and costs the database nothing. */
const readyForMs = 1000

/** In which the database has to take a write: what takes longer is no server that one would send a learner to. */
const longestWriteMs = 3000

const within = (work: Promise<void>, ms: number) => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database takes too long.')), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/**
 * Answers whether an answer can be saved now: where the database is served at all, it is asked, once a second at most however many want
 * to know.
 */
export const createReadiness = (database: Database, isServing: () => boolean): (() => Promise<boolean>) => {
  let asked: { readonly atMs: number; readonly isReady: Promise<boolean> } | undefined
  return async () => {
    if (!isServing()) return false
    const nowMs = performance.now()
    if (!asked || nowMs - asked.atMs > readyForMs) {
      const answer = within(tryToWrite(database), longestWriteMs).then(
        () => true,
        () => false,
      )
      asked = { atMs: nowMs, isReady: answer }
    }
    return asked.isReady
  }
}
