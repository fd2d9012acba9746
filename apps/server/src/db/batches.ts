import type { DialectName } from './database.ts'
import { plannedAtOnce } from './planned-statements.ts'

/**
 * How much is put together. More in one transaction makes the last one wait longer than its own transaction would take. While
 * PostgreSQL works at one batch and syncs it, the next is under way to it; SQLite has one writer.
 */
export const sizesOf = (dialect: DialectName) => ({ atOnce: dialect === 'postgres' ? plannedAtOnce : 1, most: 64 })

/** What is put to the database together, and how. */
export interface BatchWishes<Item, Outcome> {
  /** Batches that are under way at once, at most. */
  readonly atOnce: number
  /** Items of one batch, at most. */
  readonly most: number
  /** Two items of one key are never under way at once, and keep their order. */
  keyOf(item: Item): string
  /** Answers the outcome of each item, in their order. */
  run(items: readonly Item[]): Promise<readonly Outcome[]>
}

interface Waiting<Item, Outcome> {
  readonly item: Item
  readonly key: string
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * What comes while a batch is under way goes together into the next: one way there and back, one sync of the disk serve them all. A
 * batch goes beside another only if it is half as large: each costs the same to begin and to sync, and many small ones took a third of
 * what a busy machine could do. Nothing waits if nothing is under way. Where a batch fails, each of its items is tried alone, so
 * that a bad one takes no other down.
 */
export const createBatches = <Item, Outcome>(wishes: BatchWishes<Item, Outcome>): ((item: Item) => Promise<Outcome>) => {
  const { atOnce, most, keyOf, run } = wishes
  const waiting = new Set<Waiting<Item, Outcome>>()
  const underWay = new Set<readonly Waiting<Item, Outcome>[]>()
  /** Keys of which an item is under way. */
  const busy = new Set<string>()
  let isGathering = false

  const resolveWith = async (batch: readonly Waiting<Item, Outcome>[]) => {
    const outcomes = await run(batch.map((one) => one.item))
    if (outcomes.length !== batch.length) throw new Error(`A batch of ${batch.length} has ${outcomes.length} outcomes.`)
    for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome)
  }

  const runBatch = async (batch: readonly Waiting<Item, Outcome>[]) => {
    try {
      await resolveWith(batch)
    } catch {
      for (const one of batch) await resolveWith([one]).catch(one.reject)
    }
  }

  const nextBatch = () => {
    const batch = new Map<string, Waiting<Item, Outcome>>()
    for (const one of waiting) {
      if (!busy.has(one.key) && !batch.has(one.key)) batch.set(one.key, one)
      if (batch.size === most) break
    }
    return batch
  }

  const mayGo = (size: number) => size > 0 && underWay.size < atOnce && [...underWay].every((other) => size * 2 >= other.length)

  const pump = async (): Promise<void> => {
    if (isGathering) return
    isGathering = true
    // Whatever else came in with this request's round of the event loop joins the batch.
    await new Promise((resolve) => setImmediate(resolve))
    isGathering = false
    const next = nextBatch()
    if (!mayGo(next.size)) return
    const batch = [...next.values()]
    for (const one of batch) waiting.delete(one)
    for (const key of next.keys()) busy.add(key)
    underWay.add(batch)
    await runBatch(batch)
    underWay.delete(batch)
    for (const key of next.keys()) busy.delete(key)
    void pump()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.add({ item, key: keyOf(item), resolve, reject })
      void pump()
    })
}
