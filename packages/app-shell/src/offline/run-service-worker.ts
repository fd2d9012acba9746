import { type Build, type HeldBuild, offlinePages } from './offline-pages.ts'

/** What of a service worker's surroundings is used; the types of pages, which this is compiled with, don't name them. */
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** Filled in by the build (`serviceWorker` of `packages/app-build`). */
declare const __BUILD__: Build

/** Runs an app's service worker, which this is called in. */
export const runServiceWorker = ({
  heldBuild,
  keepsBuildBefore = false,
}: {
  /** The build that pages go on with now. */
  heldBuild?(): Promise<HeldBuild | undefined>
  /** Whether pages that are open while a build is installed go on loading their own files without the server. */
  readonly keepsBuildBefore?: boolean
} = {}): void => {
  // In a service worker the global object is one of these.
  const worker = globalThis as unknown as Worker
  const pages = offlinePages({
    build: __BUILD__,
    origin: location.origin,
    // Said by the page that registered it (keep-app.ts).
    language: new URLSearchParams(location.search).get('language') ?? 'en',
    caches,
    ...(heldBuild && { heldBuild }),
    keepsBuildBefore,
    fetch: (address, init) => fetch(address, init),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })

  // It takes over at once: which build a page is made of is said by the page's files, not by who serves them.
  worker.addEventListener('install', (event) => event.waitUntil(pages.install().then(() => worker.skipWaiting())))
  worker.addEventListener('activate', (event) => event.waitUntil(pages.clear().then(() => worker.clients.claim())))
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const kind = pages.kindOf(request)
    if (kind !== undefined) event.respondWith(pages[kind](request))
  })
}
