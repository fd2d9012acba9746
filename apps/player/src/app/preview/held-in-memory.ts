import type { KeyStorage } from '@sitwell/client/stored-value'

const inMemory = (): KeyStorage => {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

// The build of the preview puts this file in the place of `held-storage.ts` of packages/client: whatever the player keeps in a tab or a browser is gone with the frame.

export const heldStorage = (): KeyStorage => inMemory()
export const tabStorage = inMemory()
export const browserStorage = inMemory()
