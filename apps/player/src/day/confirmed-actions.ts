import * as z from 'zod/mini'
import type { LearnerActionsParts } from './learner-actions.ts'

const key = 'sitwell.confirmed'
/** This many ids are held at most: a server that never takes them must not fill the store. */
const mostIds = 100

const version1 = z.object({ version: z.literal(1), ids: z.array(z.string()) })

/** Ids of the messages that a learner has confirmed and the server has yet to hear of, as this browser keeps them. */
export const confirmedActions = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): LearnerActionsParts['confirmed'] => ({
  read() {
    try {
      return z.parse(version1, JSON.parse(storage.getItem(key) ?? 'null')).ids
    } catch {
      // Nothing kept, or by a version to come.
      return []
    }
  },
  write(ids) {
    try {
      if (ids.length === 0) storage.removeItem(key)
      else storage.setItem(key, JSON.stringify({ version: 1, ids: ids.slice(-mostIds) }))
    } catch {
      // A browser that keeps nothing: it holds until the page is left.
    }
  },
})
