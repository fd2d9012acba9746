import type { Page } from '@playwright/test'

/** Where a browser keeps things for a page. */
export const stores = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookie'] as const
export type Store = (typeof stores)[number]

/** `blocked`: naming it throws, as with site data blocked. `full`: it takes nothing more. `throwing`: it is there, and whatever is asked of it fails. */
export const ways = ['blocked', 'full', 'throwing'] as const
type Way = (typeof ways)[number]

/** Runs in the page before anything of it. */
const breakInPage = ({ broken, way }: { broken: readonly Store[]; way: Way }) => {
  const fail = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const isFull = (): never => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  const refuse = async () => (way === 'full' ? isFull() : fail())
  const block = (name: string) => Object.defineProperty(window, name, { configurable: true, get: fail })
  const replace = (prototype: object, names: readonly string[], value: unknown) => {
    for (const name of names) Object.defineProperty(prototype, name, { configurable: true, value })
  }
  /** Both storages of a page have one prototype. */
  const breakStorage = (name: 'localStorage' | 'sessionStorage') => {
    const store = window[name]
    for (const method of way === 'full' ? ['setItem'] : ['getItem', 'setItem', 'removeItem', 'key', 'clear']) {
      const own: unknown = Reflect.get(Storage.prototype, method)
      replace(Storage.prototype, [method], function (this: Storage, ...given: unknown[]) {
        if (this === store) return way === 'full' ? isFull() : fail()
        return typeof own === 'function' ? Reflect.apply(own, this, given) : undefined
      })
    }
  }
  for (const name of broken) {
    if (name === 'cookie') {
      const set = way === 'full' ? () => {} : fail
      Object.defineProperty(Document.prototype, 'cookie', { configurable: true, get: fail, set })
    } else if (way === 'blocked') block(name)
    else if (name === 'indexedDB' && way === 'full') replace(IDBObjectStore.prototype, ['put', 'add'], isFull)
    else if (name === 'indexedDB') replace(IDBFactory.prototype, ['open', 'deleteDatabase', 'databases'], fail)
    else if (name === 'caches') {
      replace(Cache.prototype, ['put', 'add', 'addAll'], refuse)
      if (way === 'throwing') replace(CacheStorage.prototype, ['open', 'match', 'keys', 'has', 'delete'], refuse)
    } else breakStorage(name)
  }
  // A browser that blocks all site data refuses what tabs share as well, and says nothing of its room.
  if (broken.length < 5 || way === 'full') return
  replace(LockManager.prototype, ['request', 'query'], refuse)
  replace(StorageManager.prototype, ['estimate', 'persist', 'persisted'], refuse)
  Object.defineProperty(window, 'BroadcastChannel', { configurable: true, value: fail })
}

/** Has stores of a page's browser fail from its first moment on. */
export const breakStores = (page: Page, broken: readonly Store[], way: Way): Promise<unknown> =>
  page.addInitScript(breakInPage, { broken, way })
