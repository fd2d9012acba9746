import { type IDBPDatabase, openDB } from 'idb'
import { hasBlob, inBytes, withBlob } from './kept-blobs.ts'
import type { KeyValueStore } from './key-value-store.ts'
import { within } from './within.ts'

/** A database of an app, with its places. Places are only ever added, and each addition raises the version. */
export interface Shape<P extends string> {
  readonly name: string
  readonly version: number
  readonly places: readonly [P, ...P[]]
  /** A place in which it is tried whether the browser's store takes Blobs. */
  readonly placeOfBlobs: P
}

/** Milliseconds after which a store that gives no sign counts as one that can't be opened. */
export const openTimeoutMs = 10_000

/** The key under which a Blob is tried; it is in no user's. */
const blobTrial = '?'

/** What browsers say of a value that they hold and can't read, as where the file that a large one stands in is gone. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && ['DataError', 'DataCloneError', 'NotReadableError', 'UnknownError'].includes(error.name)

/**
 * The store in the browser's IndexedDB. Several tabs may have it open; a newer version of the app asks the older to let go, and
 * the older one continues over what the newer made of it, since places are only ever added. Rejects if it can't be opened and read
 * in {@link openTimeoutMs}. A value that the browser can't read is left out of a list, left where it is, and told of once. Where it takes no
 * Blobs, their bytes are kept, and given back as Blobs.
 */
export const openIndexedDbStore = async <P extends string>(
  { name, version: newest, places, placeOfBlobs }: Shape<P>,
  onUnreadable: (error: unknown) => void = () => {},
): Promise<KeyValueStore<P>> => {
  const openVersion = (version: number | undefined) =>
    openDB(name, version, {
      upgrade(upgraded) {
        for (const place of places) if (!upgraded.objectStoreNames.contains(place)) upgraded.createObjectStore(place)
      },
      blocking(_current, _blocked, event) {
        // Where an upgrade waits for this tab: its writes are done when `write` resolves, so nothing is lost by closing.
        if (event.target instanceof IDBDatabase) event.target.close()
        opening = undefined
      },
      // The browser has closed it, as it does where its files were damaged or cleared away: the next use opens it again.
      terminated() {
        opening = undefined
      },
    })
  const open = () =>
    openVersion(newest).catch((error) => {
      if (error instanceof Error && error.name === 'VersionError') return openVersion(undefined)
      throw error
    })
  let opening: Promise<IDBPDatabase> | undefined
  const connected = () => {
    opening ??= open().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const firstSign = async () => (await connected()).get(places[0], '')
  await within(openTimeoutMs, firstSign(), 'The browser’s store does not open')

  const reading = async (place: P) => {
    const { done, store } = (await connected()).transaction(place, 'readonly')
    // It ends with the request that fails, whose caller hears of it.
    done.catch(() => undefined)
    return store
  }
  const read = async (place: P, key: string) => withBlob(await (await reading(place)).get(key))
  const rangeOf = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const keysOf = async (place: P, prefix: string) => (await (await reading(place)).getAllKeys(rangeOf(prefix))).map(String)
  const listAtOnce = async (place: P, prefix: string) => {
    const [store, range] = [await reading(place), rangeOf(prefix)]
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
    return keys.map((key, index) => ({ key: String(key), value: withBlob(values[index]) }))
  }
  const warned = new Set<string>()
  const tellUnreadable = (place: P, key: string, cause: Error) => {
    const where = `${place}/${key}`
    if (warned.has(where)) return
    warned.add(where)
    onUnreadable(new Error(`The browser can’t read what it keeps at ${where}: ${cause.message}`, { cause }))
  }
  /** Each by itself: one that can't be read doesn't keep the others from being read. */
  const listOneByOne = async (place: P, prefix: string) => {
    const listed: { key: string; value: unknown }[] = []
    for (const key of await keysOf(place, prefix)) {
      try {
        listed.push({ key, value: await read(place, key) })
      } catch (error) {
        if (!isUnreadable(error)) throw error
        tellUnreadable(place, key, error)
      }
    }
    return listed
  }

  const triesBlob = async () => {
    // Left to the end of its requests: WebKit never ends one that is committed by hand and has a Blob that it doesn't take, and all that comes
    // after it waits.
    const transaction = (await connected()).transaction(placeOfBlobs, 'readwrite', { durability: 'relaxed' })
    const put = async () => transaction.store.put(new Blob(['?']), blobTrial)
    const remove = async () => transaction.store.delete(blobTrial)
    const failed = (await Promise.allSettled([put(), remove(), transaction.done])).find((one) => one.status === 'rejected')
    // A full disk says nothing of Blobs.
    return failed === undefined || failed.reason?.name === 'QuotaExceededError'
  }
  let blobs: Promise<boolean> | undefined
  /** Asked once, with the first Blob that is to be kept. */
  const takesBlobs = () => {
    blobs ??= triesBlob().catch((error) => {
      blobs = undefined
      throw error
    })
    return blobs
  }

  return {
    read,
    list: (place, prefix) =>
      listAtOnce(place, prefix).catch((error) => {
        if (!isUnreadable(error)) throw error
        return listOneByOne(place, prefix)
      }),
    keys: keysOf,
    async write(given) {
      const isPlain = !given.some(hasBlob) || (await takesBlobs())
      const changes = isPlain ? given : await Promise.all(given.map(inBytes))
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
        // Not left to the end of its requests: a page that goes away meanwhile, as one that is loaded again, would undo it.
        transaction.commit()
      } catch (error) {
        // A value that can't be kept: without this the changes before it would be written alone.
        transaction.abort()
        await Promise.allSettled(written)
        throw error
      }
      await Promise.all(written)
    },
    close: () => void opening?.then((database) => database.close()).catch(() => undefined),
  }
}
