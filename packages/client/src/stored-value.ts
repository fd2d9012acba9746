import * as z from 'zod/mini'

/** The functions of `sessionStorage` or `localStorage` that are used here. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The format that this version writes. Raise it with a migration when a shape changes. */
const version = 1

const envelope = z.object({ version: z.literal(version), value: z.looseObject({}) })

/** One value under one key, as an object with its version (spec 1 §5: stored data must be an object). */
export interface StoredValue<T extends object> {
  /** Undefined if nothing is stored, or something that this version can't read. */
  get(): T | undefined
  /** False if the browser keeps nothing. */
  set(value: T): boolean
  clear(): void
}

export const storedValue = <S extends z.ZodMiniType<object>>(
  storage: KeyStorage,
  key: string,
  schema: S,
): StoredValue<z.output<S> & object> => ({
  get: () => {
    try {
      const read = z.safeParse(envelope, JSON.parse(storage.getItem(key) ?? 'null'))
      const value = read.success ? z.safeParse(schema, read.data.value) : undefined
      return value?.success === true ? value.data : undefined
    } catch {
      return undefined
    }
  },
  set: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error(`${key}: stored data must be an object`)
    try {
      storage.setItem(key, JSON.stringify({ version, value }))
      return true
    } catch {
      // Full, or switched off: the session then lives as long as the page.
      return false
    }
  },
  clear: () => {
    try {
      storage.removeItem(key)
    } catch {
      // Nothing was kept, so nothing is left.
    }
  },
})
