import type { KeyStorage } from './stored-value.ts'

/**
 * A store of the browser that can always be used. What it doesn't take, because it is blocked, full or broken, is held in memory for as long
 * as the page, and read from there. `setItem` throws nevertheless, so that a caller knows that the next page won't find the value; the
 * other two never throw. `find` is called at each use and never before, because naming a blocked store throws.
 */
export const heldStorage = (find: () => KeyStorage): KeyStorage => {
  /** What the store has not taken; null for what it has not removed. */
  const held = new Map<string, string | null>()
  const hold = (key: string, value: string | null, write: (storage: KeyStorage) => void) => {
    held.set(key, value)
    write(find())
    held.delete(key)
  }
  return {
    getItem: (key) => {
      try {
        return held.get(key) ?? (held.has(key) ? null : find().getItem(key))
      } catch {
        return null
      }
    },
    setItem: (key, value) => hold(key, value, (storage) => storage.setItem(key, value)),
    removeItem: (key) => {
      try {
        hold(key, null, (storage) => storage.removeItem(key))
      } catch {
        // Held as removed.
      }
    },
  }
}

/** What this tab keeps. */
export const tabStorage = heldStorage(() => sessionStorage)

/** What this browser keeps. */
export const browserStorage = heldStorage(() => localStorage)
