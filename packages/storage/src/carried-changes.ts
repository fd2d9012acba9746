import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'
import { type Change, type KeyValueStore, placeOf } from './key-value-store.ts'

/** What an app's pages hand to each other. */
export interface CarriedParts<P extends string> {
  /** The name under which the tab keeps it: what is there outlives a page, but not the tab. */
  readonly key: string
  readonly places: readonly P[]
  /** The places of records that are plain and small. All others, as of files, are no text, or are loaded again. */
  readonly carried: readonly P[]
  /** Whether of two values under one key of a place the first is the later. */
  isLater(place: P, first: unknown, second: unknown): boolean
}

/** Hands what a page has in its memory alone to the next page of its tab, or to another tab. */
export const createCarrying = <P extends string>({ key, places, carried: carriedPlaces, isLater }: CarriedParts<P>) => {
  const change: z.ZodMiniType<Change<P>> = z.union([
    z.object({ put: z.enum(places), key: z.string(), value: z.unknown() }),
    z.object({ remove: z.enum(places), key: z.string() }),
  ])
  const carriedIn = (tab: KeyStorage) => storedValue(tab, key, z.object({ changes: z.array(change) }))

  /** What a page holds that its browser's store didn't take, as far as another page can take it over. */
  const heldRecords = (unwritten: readonly Change<P>[]): Change<P>[] =>
    unwritten.filter((one) => carriedPlaces.includes(placeOf(one)))

  /** Puts in what another page held in its memory. Of what is in the store by now nothing gives way but what is older. */
  const takeIn = async (store: KeyValueStore<P>, changes: readonly Change<P>[]): Promise<void> => {
    const wanted: Change<P>[] = []
    for (const one of changes) {
      const stored = 'put' in one ? await store.read(one.put, one.key) : undefined
      if (stored === undefined || ('put' in one && isLater(one.put, one.value, stored))) wanted.push(one)
    }
    if (wanted.length > 0) await store.write(wanted)
  }

  return {
    heldRecords,
    /** Right before a page goes: hands what the browser's store didn't take to the next page of the tab, if the tab can keep it. */
    carryOver(unwritten: readonly Change<P>[], tab: KeyStorage): void {
      const changes = heldRecords(unwritten)
      const carried = carriedIn(tab)
      if (changes.length === 0) carried.clear()
      else if (!carried.set({ changes })) throw new Error('The tab keeps nothing for its next page')
    },
    /** Puts back what the page before held in its memory. */
    async takeCarried(store: KeyValueStore<P>, tab: KeyStorage): Promise<void> {
      if (tab.getItem(key) === null) return
      const carried = carriedIn(tab)
      const taken = carried.get()
      if (!taken) throw new Error('The data of the previous page can’t be read')
      await takeIn(store, taken.changes)
      carried.clear()
    },
    /** Takes over what the page of another tab held in its memory, as that has posted it. */
    async takeHanded(store: KeyValueStore<P>, handed: unknown): Promise<void> {
      const read = z.array(change).safeParse(handed)
      if (!read.success) throw new Error('The data of the other tab can’t be read')
      await takeIn(store, read.data)
    },
  }
}
