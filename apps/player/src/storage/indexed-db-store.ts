import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type KeyValueStore, type Place, places, storeVersion } from './key-value-store.ts'

type Schema = DBSchema & { [P in Place]: { key: string; value: unknown } }

/** The store in the browser's IndexedDB. Several tabs may have it open; a newer version of the player asks the older to let go. */
export const openIndexedDbStore = async (name: string): Promise<KeyValueStore> => {
  const open = () =>
    openDB<Schema>(name, storeVersion, {
      upgrade(upgraded) {
        for (const place of places) if (!upgraded.objectStoreNames.contains(place)) upgraded.createObjectStore(place)
      },
      blocking(_current, _blocked, event) {
        // Where an upgrade waits for this tab: its writes are done when `write` resolves, so nothing is lost by closing.
        if (event.target instanceof IDBDatabase) event.target.close()
        opened = undefined
      },
      // The browser has closed it, as it does where its files were damaged or cleared away: the next use opens it anew.
      terminated() {
        opened = undefined
      },
    })
  let opened: IDBPDatabase<Schema> | undefined = await open()
  const connected = async () => {
    opened ??= await open()
    return opened
  }
  return {
    read: async (place, key) => (await connected()).get(place, key),
    async list(place, prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const transaction = (await connected()).transaction(place, 'readonly')
      const [keys, values] = await Promise.all([transaction.store.getAllKeys(range), transaction.store.getAll(range)])
      return keys.map((key, index) => ({ key, value: values[index] }))
    },
    async write(changes) {
      const touched = [...new Set(changes.map((change) => ('put' in change ? change.put : change.remove)))]
      if (touched.length === 0) return
      // Strict: the change is on disk, not in a buffer, when this resolves.
      const transaction = (await connected()).transaction(touched, 'readwrite', { durability: 'strict' })
      const written: Promise<unknown>[] = [transaction.done]
      try {
        for (const change of changes) {
          const place = transaction.objectStore('put' in change ? change.put : change.remove)
          written.push('put' in change ? place.put(change.value, change.key) : place.delete(change.key))
        }
      } catch (error) {
        // A value that can't be kept: without this the changes before it would be written alone.
        transaction.abort()
        await Promise.allSettled(written)
        throw error
      }
      await Promise.all(written)
    },
    close: () => opened?.close(),
  }
}
