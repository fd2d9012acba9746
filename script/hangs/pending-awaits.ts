import { createHook } from 'node:async_hooks'
import { ownPlaces } from './own-places.ts'

/** Stack frames of an await: enough to reach the test through the product. */
const frames = 30

/**
 * Notes each promise with the place where it was made or awaited until it settles. It makes promises several times slower, so only the rerun of a
 * test that timed out does it.
 */
export function notePendingAwaits(): { readonly forget: () => void; readonly places: () => string[] } {
  const pending = new Map<number, Error>()
  const settle = (id: number) => void pending.delete(id)
  createHook({
    init: (id, type) => {
      if (type !== 'PROMISE') return
      const limit = Error.stackTraceLimit
      Error.stackTraceLimit = frames
      pending.set(id, new Error())
      Error.stackTraceLimit = limit
    },
    // The promise of an await never resolves: what awaited it continues instead.
    before: settle,
    promiseResolve: settle,
    destroy: settle,
  }).enable()
  return {
    forget: () => pending.clear(),
    places: () => {
      const chains = [...pending.values()].map(({ stack = '' }) => ownPlaces(stack).join(' < '))
      // Whoever awaits a function that awaits is told by that one's chain.
      return [...new Set(chains)].filter((one) => one !== '' && !chains.some((other) => other !== one && other.endsWith(one)))
    },
  }
}
