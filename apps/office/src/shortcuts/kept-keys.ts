import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import type { OwnKeys } from '@sitwell/office-ui/shortcut-registry.ts'
import * as z from 'zod/mini'

const kept = z.object({ keys: z.record(z.string(), z.nullable(z.string())) })

/** The keys of shortcuts that a person chose, kept in this browser: a keyboard is of a desk, and the next one may have other keys. */
export const keptKeys = (storage: KeyStorage, userGuid: string) => {
  const stored = storedValue(storage, `shortcut-keys.${userGuid}`, kept)
  return {
    get: (): OwnKeys => stored.get()?.keys ?? {},
    /** False if the browser keeps nothing: then the choice lives as long as the page. */
    set: (keys: OwnKeys): boolean => stored.set({ keys: { ...keys } }),
  }
}
