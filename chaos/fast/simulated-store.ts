import 'fake-indexeddb/auto'
import { IDBDatabase, IDBFactory, type IDBTransaction } from 'fake-indexeddb'
import type { Chance } from '../chance.ts'
import { holdTimeFor, realmNow } from './simulated-time.ts'

/** What a browser keeps, on a disk that may be full. */
export interface SimulatedStore {
  readonly indexedDB: IDBFactory
  isFull: boolean
  /** All pages are gone at once: of what was being written some is on the disk, and some isn't. */
  cutOff(chance: Chance): void
}

const under = new Map<IDBTransaction, IDBFactory>()
/** Weakly: thousands of runs have a store for each device, and nobody asks for one again. */
const stores = new WeakMap<IDBFactory, SimulatedStore>()
holdTimeFor(() => under.size)

const begin = IDBDatabase.prototype.transaction
IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...asked: Parameters<typeof begin>) {
  const realm = realmNow()
  if (realm?.isAlive === false) throw new DOMException('The page is gone.', 'InvalidStateError')
  const transaction = begin.apply(this, asked)
  const factory = realm?.indexedDB as unknown as IDBFactory | undefined
  if (!factory) return transaction
  under.set(transaction, factory)
  for (const event of ['complete', 'abort']) transaction.addEventListener(event, () => void under.delete(transaction))
  const isWrite = asked[1] === 'readwrite'
  if (isWrite && stores.get(factory)?.isFull) {
    const commit = () => Object(transaction)._abort('QuotaExceededError')
    transaction.commit = commit
  }
  return transaction
} as typeof begin

export const createSimulatedStore = (): SimulatedStore => {
  const indexedDB = new IDBFactory()
  const store: SimulatedStore = {
    indexedDB,
    isFull: false,
    cutOff(chance) {
      for (const [transaction, of] of under) {
        if (of !== indexedDB || chance.isTrue(0.5)) continue
        try {
          transaction.abort()
        } catch {
          // It is being committed.
        }
      }
    },
  }
  stores.set(indexedDB, store)
  return store
}
