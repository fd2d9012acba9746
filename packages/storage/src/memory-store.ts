import type { KeyValueStore } from './key-value-store.ts'

/** A store that lasts as long as the page: the twin of the IndexedDB store, for tests and for browsers that keep nothing. */
export const createMemoryStore = <P extends string>(places: readonly P[]): KeyValueStore<P> => {
  const stored = new Map<P, Map<string, unknown>>(places.map((place) => [place, new Map()]))
  const at = (place: P) => {
    const values = stored.get(place)
    if (!values) throw new Error(`There is no place ${place}`)
    return values
  }
  const keysOf = (place: P, prefix: string) => [...at(place).keys()].filter((key) => key.startsWith(prefix)).sort()
  return {
    read: async (place, key) => structuredClone(at(place).get(key)),
    list: async (place, prefix) => keysOf(place, prefix).map((key) => ({ key, value: structuredClone(at(place).get(key)) })),
    keys: async (place, prefix) => keysOf(place, prefix),
    async write(changes) {
      // Copied before anything changes, so that a value that can't be copied leaves all as it was.
      const copies = changes.map((change) => ('put' in change ? { ...change, value: structuredClone(change.value) } : change))
      for (const change of copies) {
        if ('put' in change) at(change.put).set(change.key, change.value)
        else at(change.remove).delete(change.key)
      }
    },
    close() {},
  }
}
