import type { ComparableRow } from '@sitwell/exam/result-sets/compare-sets'
import type { Database } from '../db/database.ts'
import type { DeliveryPlace } from './results-context.ts'

/** A row of somebody with a hash in place of their marks by question: two rows differ in the same way with either. */
export type HashedRow = ComparableRow

/** What was worked out for a person, and all that it was worked out from. */
export interface KeptRow {
  /** Of everything but the ledger of the sitting: see `signatureOf`. */
  readonly signature: string
  /** The last event of the sitting's ledger, as it was then. */
  readonly lastEvent: number
  readonly ledgerHash: string | null
  readonly row: HashedRow
}

/** What is kept of a delivery. */
export interface KeptDelivery {
  /** By the guids of people. */
  readonly people: Map<string, KeptRow>
  /** Rows of sets, which never change, by the hash of the set and by the guids of people. */
  readonly sets: Map<string, ReadonlyMap<string, HashedRow>>
  /** Whoever looks next waits for whoever looks now, and finds what that has worked out. */
  last: Promise<unknown>
}

/** Rows, of people and of sets, that a process keeps at most: some two hundred bytes each. The deliveries that nobody has looked at for longest go first. */
const mostKeptRows = 200_000

const sizeOf = ({ people, sets }: KeptDelivery): number =>
  [...sets.values()].reduce((sum, rows) => sum + rows.size, people.size)

/** What a process keeps of the results of deliveries, so that it works out again only what changed; by organisation and delivery. */
export const createKeptResults = (most = mostKeptRows) => {
  const all = new Map<string, KeptDelivery>()
  return {
    /** What is kept of a delivery, which is now the one looked at last. */
    of: ({ orgId, deliveryId }: DeliveryPlace): KeptDelivery => {
      const key = JSON.stringify([orgId, deliveryId])
      const own = all.get(key) ?? { people: new Map(), sets: new Map(), last: Promise.resolve() }
      all.delete(key)
      all.set(key, own)
      return own
    },
    /** Lets go of what is too much, but for the delivery that was looked at last. */
    trim: () => {
      let rows = [...all.values()].reduce((sum, own) => sum + sizeOf(own), 0)
      for (const [key, own] of [...all].slice(0, -1)) {
        if (rows <= most) return
        all.delete(key)
        rows -= sizeOf(own)
      }
    },
    deliveries: () => all.size,
  }
}
export type KeptResults = ReturnType<typeof createKeptResults>

const keptOf = new WeakMap<Database, KeptResults>()

/** What this process keeps of the results in a database. */
export const keptResults = (database: Database): KeptResults => {
  const kept = keptOf.get(database) ?? createKeptResults()
  keptOf.set(database, kept)
  return kept
}
