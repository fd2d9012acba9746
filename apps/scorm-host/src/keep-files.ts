import type { CourseParameters } from '@sitwell/contract/course-messages'
import { largestStoredBytes } from '@sitwell/contract/course-messages'
import { cacheAddress, cacheName, sealFile } from './sealed-file.ts'

/** Files that are fetched at once: the SCO's own come first. */
const lanes = 2
/** Milliseconds until files that could not be fetched are tried again. */
const againMs = 10_000
const prefix = cacheName('')

const bytesOfHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** One course is kept in a browser: the others' files go, except for those that are open in a tab. */
const removeOthers = async (host: Window, id: string) => {
  const held = new Set((await host.navigator.locks.query()).held?.map(({ name }) => name))
  const names = (await host.caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName(id))
  await Promise.all(names.map((name) => held.has(name) || host.caches.delete(name)))
}

/** Before it answered for the whole origin, the service worker was registered for `/course/`, and would continue answering there. */
const removeOlder = async (serviceWorker: ServiceWorkerContainer) => {
  const older = (await serviceWorker.getRegistrations()).filter(({ scope }) => new URL(scope).pathname !== '/')
  await Promise.all(older.map((one) => one.unregister()))
}

/** The browser's service workers, where it has some and files may be kept; it has none over plain http from another machine. */
const workersOf = (host: Window): ServiceWorkerContainer | undefined => {
  // Boundary: the types say that they are always there.
  const { serviceWorker, locks } = host.navigator as Partial<Navigator>
  return serviceWorker && locks && host.isSecureContext ? serviceWorker : undefined
}

/**
 * Gives the key of a course's files to the service worker, whenever that asks. It has to be there before the SCO's page is asked for: the
 * service worker forgets the key each time that the browser puts it to rest, and without a network that page comes from it.
 */
export const giveKey = async (host: Window, { launch, offline }: CourseParameters): Promise<void> => {
  const serviceWorker = workersOf(host)
  if (!offline || !serviceWorker) return
  const { id } = offline
  const key = await crypto.subtle.importKey('raw', bytesOfHex(offline.key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const basePath = new URL(launch.base, host.location.origin).pathname
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ readonly courseKey?: unknown } | null>) => {
    ports[0]?.postMessage(data?.courseKey === basePath ? { id, key } : undefined)
  })
  serviceWorker.startMessages()
}

/**
 * Fetches a course's files while one of its SCOs is open, so that this continues without a network; `tell` is called once all are there.
 * They are sealed with a key that this page has from the page around, which keeps it, and gives to the service worker alone. Where the browser offers
 * no service worker nothing is kept.
 */
export const keepFiles = async (host: Window, { launch, offline }: CourseParameters, tell: () => void): Promise<void> => {
  const { files, base } = launch
  if (!offline || !files || files.reduce((sum, { bytes }) => sum + bytes, 0) > largestStoredBytes) return
  const serviceWorker = workersOf(host)
  if (!serviceWorker) return
  const { id } = offline
  const key = await crypto.subtle.importKey('raw', bytesOfHex(offline.key), 'AES-GCM', false, ['encrypt'])
  // The whole origin: without a network the page around a SCO comes from there too.
  await serviceWorker.register('/course-worker.js', { scope: '/', type: 'module' })
  await removeOlder(serviceWorker)
  // Held for as long as this page is there.
  void host.navigator.locks.request(cacheName(id), { mode: 'shared' }, () => new Promise(() => undefined))
  await removeOthers(host, id)
  const cache = await host.caches.open(cacheName(id))

  const keepOne = async (path: string) => {
    const address = cacheAddress(path)
    if (await cache.match(address)) return
    const response = await fetch(new URL(base + encoded(path), host.location.origin))
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    const { headers } = response
    const [type, policy] = [headers.get('content-type') ?? '', headers.get('content-security-policy') ?? '']
    const bytes = new Uint8Array(await response.arrayBuffer())
    await cache.put(address, new Response(await sealFile(key, id, path, { type, policy, bytes })))
  }
  let left = files.map(({ path }) => path)
  const keepAll = async () => {
    const failed: string[] = []
    const waiting = left.values()
    const lane = async () => {
      for (const path of waiting) await keepOne(path).catch(() => failed.push(path))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    left = failed
    if (left.length > 0) return void setTimeout(keepAll, againMs)
    // Without the service worker nothing answers for these files: it may still be starting, or be forbidden here without a word.
    await serviceWorker.ready
    tell()
  }
  await keepAll()
}
