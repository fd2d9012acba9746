import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'
import { type Change, type KeyValueStore, type Place, placeOf, places } from '../storage/key-value-store.ts'
import { type RecordFormat, readRecord } from '../storage/record-format.ts'
import { formats } from '../storage/records.ts'

/** Where the tab keeps it: what is there outlives a page, but not the tab. */
const key = 'sitwell.unwritten'

/** Records alone, which are plain and small: an exam is loaded again, and a chosen file is no text. */
const carriedPlaces: readonly Place[] = ['answers', 'formRuns', 'requests', 'activities', 'setAside', 'bugReports']

const change = z.union([
  z.object({ put: z.enum(places), key: z.string(), value: z.unknown() }),
  z.object({ remove: z.enum(places), key: z.string() }),
])
const carriedIn = (tab: KeyStorage) => storedValue(tab, key, z.object({ changes: z.array(change) }))

/** Right before a page goes: hands what the browser's store didn't take to the next page of the tab, where that can be. */
export const carryOver = (unwritten: readonly Change[], tab: KeyStorage): void => {
  const changes = unwritten.filter((change) => carriedPlaces.includes(placeOf(change)))
  const carried = carriedIn(tab)
  if (changes.length === 0) carried.clear()
  else if (!carried.set({ changes })) throw new Error('The tab keeps nothing for its next page')
}

/** Reads both as records of one kind, and answers whether what was carried is the later; what can't be read stays as it is. */
const isLater = <T>(format: RecordFormat<T>, compare: (carried: T, kept: T) => number) => {
  return (carried: unknown, kept: unknown): boolean => {
    const [one, other] = [readRecord(format, carried), readRecord(format, kept)]
    return one.ok && other.ok && compare(one.record, other.record) > 0
  }
}
const compareTexts = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** Another tab may have gone on with the exam meanwhile. All other records stand under names of their own, and are never changed. */
const replaces: Partial<Record<Place, (carried: unknown, kept: unknown) => boolean>> = {
  answers: isLater(
    formats.answers,
    (one, other) => one.sequence - other.sequence || compareTexts(one.changedAt, other.changedAt),
  ),
  formRuns: isLater(formats.formRuns, (one, other) => compareTexts(one.savedAt, other.savedAt)),
}

/** Puts back what the page before held in its memory. Of what is in the store by now nothing gives way but what is older. */
export const takeCarried = async (store: KeyValueStore, tab: KeyStorage): Promise<void> => {
  if (tab.getItem(key) === null) return
  const carried = carriedIn(tab)
  const taken = carried.get()
  if (!taken) throw new Error('What the page before held can’t be read')
  const wanted: Change[] = []
  for (const change of taken.changes) {
    const kept = 'put' in change ? await store.read(change.put, change.key) : undefined
    if (kept === undefined || ('put' in change && replaces[change.put]?.(change.value, kept))) wanted.push(change)
  }
  if (wanted.length > 0) await store.write(wanted)
  carried.clear()
}
