import type { Page } from '@playwright/test'

/** All that this page's browser keeps: its databases, its caches and its storages, as one text. */
export const storedHere = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    const write = async (value: unknown): Promise<string> =>
      value instanceof Blob ? value.text() : JSON.stringify(value, (_, inner) => (inner instanceof Blob ? 'blob' : inner))
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const place of database.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve, reject) => {
          const request = database.transaction(place).objectStore(place).getAll()
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        for (const value of all) texts.push(`${place} ${await write(value)}`)
      }
      database.close()
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (!/\.(js|css|woff2?|svg|png)$/.test(new URL(request.url).pathname))
          texts.push((await (await caches.match(request))?.text()) ?? '')
    return texts.join('\n')
  })
