import { silenceMs } from '../ledger/contact.ts'
import type { LedgerEvent } from '../ledger/ledger.ts'

/** Milliseconds for which an answer may be on its way that was sent before the next part's key was asked for. */
const onItsWayMs = silenceMs

/** How a closed part is settled: its learner has the content of another part that was given out after it. */
export interface Settled {
  /** The moment after which no answer to the part counts by its number alone. */
  readonly atMs: number
  /** Each such key was given while the part was still open, so its answers may have been typed with the next part at hand. */
  readonly isAhead: boolean
}

/**
 * Works out whether a closed part is settled. A learner who keeps a low number back, and reads the next part first, must gain nothing by
 * it. Undefined if no key was given since the content of the part itself.
 */
export const settledBy = (events: readonly LedgerEvent[], partId: string, closedAtMs: number): Settled | undefined => {
  const own = events.findIndex((event) => (event.kind === 'start' || event.kind === 'part-key') && event.partId === partId)
  const keys = events.slice(own + 1).filter((event) => event.kind === 'part-key' && event.partId !== partId)
  const [first] = keys
  if (!first) return undefined
  return { atMs: Math.max(first.atMs, closedAtMs) + onItsWayMs, isAhead: keys.every(({ atMs }) => atMs < closedAtMs) }
}
