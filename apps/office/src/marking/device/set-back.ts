import type { Acknowledged, DeviceStore } from './device-store.ts'
import type { EntryRecord, MarkRecord } from './mark-records.ts'

/** Milliseconds for which the device keeps a mark that the server has acknowledged: longer than a backup is old, if it is restored on a bad day. */
export const keptMs = 24 * 60 * 60_000
/** As many as one person gives in that time. */
const mostKept = 2000

type Kept = EntryRecord & { readonly acknowledged: Acknowledged }

const isKept = (record: EntryRecord): record is Kept => record.acknowledged !== undefined

/** The acknowledged mark that another one was based on, if this device has it. */
const beforeIn = (all: readonly Kept[], { entry: own, acknowledged: { mark, generation } }: Kept): string | undefined =>
  mark.after ??
  all.find(
    // Entry numbers of two generations can't be compared. No mark waits for an entry that was written after it; `order` doesn't show that, because each page starts to count again.
    ({ acknowledged: { mark: other, generation: of }, entry }) =>
      other.responseID === mark.responseID && entry === mark.seen && of === generation && entry < own,
  )?.requestId

/**
 * Marks that are sent again to a database of another generation, in the order in which they were given. Each waits for the mark that it was based on, because the entry
 * of that mark may get another number. If this device doesn't have that mark, the resent mark replaces nothing, and overwrites no mark that its marker had not seen.
 */
export const marksToSendAgain = (records: readonly EntryRecord[], generation: string): MarkRecord[] => {
  const all = records.filter(isKept)
  const again = all.filter(({ acknowledged }) => acknowledged.generation !== generation)
  return again
    .map((record) => {
      const { acknowledged } = record
      const { after: _, ...mark } = acknowledged.mark
      const before = beforeIn(all, record)
      return { ...mark, failed: false, generation: acknowledged.generation, ...(before !== undefined && { after: before }) }
    })
    .toSorted((one, other) => one.order - other.order)
}

/** Acknowledged marks that are kept no longer at a moment (ms since 1970). */
export const outdated = (records: readonly EntryRecord[], nowMs: number): readonly string[] => {
  const newestFirst = records.filter(isKept).toSorted((one, other) => other.acknowledged.atMs - one.acknowledged.atMs)
  return newestFirst
    .filter(({ acknowledged }, place) => place >= mostKept || acknowledged.atMs < nowMs - keptMs)
    .map(({ requestId }) => requestId)
}

/** Puts marks that a database of another generation may lack back among those that wait. Resolves to whether there are some. */
export const requeue = async (store: DeviceStore, generation: string): Promise<boolean> => {
  const again = marksToSendAgain(await store.entries(), generation)
  if (again.length > 0) await store.queueStore.save(again.map((request) => ({ request })))
  return again.length > 0
}

/** Forgets marks that are no longer kept, except those that a waiting mark is based on. */
export const forgetOutdated = async (store: DeviceStore, waiting: readonly MarkRecord[], nowMs: number): Promise<void> => {
  const needed = new Set(waiting.flatMap(({ id, after = '' }) => [id, after]))
  const gone = outdated(await store.entries(), nowMs).filter((id) => !needed.has(id))
  if (gone.length > 0) await store.write(gone.map(store.forgetEntry))
}
