import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'
import { type Change, type KeyValueStore, type Place, placeOf, places } from '../storage/key-value-store.ts'
import { isLaterRecord } from '../storage/later-record.ts'

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
  const changes = heldRecords(unwritten)
  const carried = carriedIn(tab)
  if (changes.length === 0) carried.clear()
  else if (!carried.set({ changes })) throw new Error('The tab keeps nothing for its next page')
}

/** What a page holds that its browser's store didn't take, as far as another page can take it over. */
export const heldRecords = (unwritten: readonly Change[]): Change[] =>
  unwritten.filter((change) => carriedPlaces.includes(placeOf(change)))

/** Puts in what another page held in its memory. Of what is in the store by now nothing gives way but what is older. */
const takeIn = async (store: KeyValueStore, changes: readonly Change[]): Promise<void> => {
  const wanted: Change[] = []
  for (const change of changes) {
    const stored = 'put' in change ? await store.read(change.put, change.key) : undefined
    if (stored === undefined || ('put' in change && isLaterRecord(change.put, change.value, stored))) wanted.push(change)
  }
  if (wanted.length > 0) await store.write(wanted)
}

/** Puts back what the page before held in its memory. */
export const takeCarried = async (store: KeyValueStore, tab: KeyStorage): Promise<void> => {
  if (tab.getItem(key) === null) return
  const carried = carriedIn(tab)
  const taken = carried.get()
  if (!taken) throw new Error('What the page before held can’t be read')
  await takeIn(store, taken.changes)
  carried.clear()
}

/** Takes over what the page of another tab held in its memory, as that has told it. */
export const takeHanded = async (store: KeyValueStore, handed: unknown): Promise<void> => {
  const read = z.array(change).safeParse(handed)
  if (!read.success) throw new Error('What the other tab held can’t be read')
  await takeIn(store, read.data)
}
