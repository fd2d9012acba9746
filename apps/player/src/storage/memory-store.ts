import { type KeyValueStore, type Place, places } from './key-value-store.ts'

/** A store that lasts as long as the page: the twin of the IndexedDB store, for tests and for browsers that keep nothing. */
export const createMemoryStore = (): KeyValueStore => {
  const kept = new Map<Place, Map<string, unknown>>(places.map((place) => [place, new Map()]))
  const at = (place: Place) => {
    const values = kept.get(place)
    if (!values) throw new Error(`There is no place ${place}`)
    return values
  }
  return {
    read: async (place, key) => structuredClone(at(place).get(key)),
    list: async (place, prefix) =>
      [...at(place)]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => ({ key, value: structuredClone(value) })),
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
