import type { KeyStorage } from '@sitwell/client/stored-value'

/** What begins each key of the office. */
const prefix = 'sitwell-office/'

/**
 * A store of the browser for the office alone. What the player keeps there (language, theme, the organisation used last) holds in the office too until
 * the office has its own, and is never written or removed by it.
 */
export const officeStorage = (storage: KeyStorage): KeyStorage => ({
  getItem: (key) => storage.getItem(`${prefix}${key}`) ?? storage.getItem(key),
  setItem: (key, value) => storage.setItem(`${prefix}${key}`, value),
  removeItem: (key) => storage.removeItem(`${prefix}${key}`),
})
