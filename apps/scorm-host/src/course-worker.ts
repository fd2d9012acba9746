import { type HostFile, hostAnswers } from './host-answers.ts'
import { type StoredUnder, storedAnswers } from './stored-answers.ts'

/** What of a service worker's surroundings is used; the types of pages, which this is compiled with, don't name them. */
interface Worker {
  readonly location: { readonly origin: string }
  /** Set by a line that the server writes before this script: see `lms/course-worker.ts`. */
  readonly sitwellHost?: { readonly playerOrigin: string; readonly policy: string; readonly codePolicy: string }
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { includeUncontrolled: boolean; type: 'window' }): Promise<readonly WorkerClient[]>
  }
}
interface WorkerClient {
  readonly url: string
  postMessage(message: unknown, transfer: Transferable[]): void
}
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** Milliseconds that a page gets to say whether it has a key. */
const answerMs = 1000

/** Filled in by the build: the host's own files. */
declare const __FILES__: readonly HostFile[]

// In a service worker the global object is one of these.
const worker = globalThis as unknown as Worker
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const askOne = (client: WorkerClient, base: string): Promise<StoredUnder | undefined> => {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<StoredUnder | undefined>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<StoredUnder | undefined>) => resolve(data)
  })
  client.postMessage({ courseKey: base }, [port2])
  return Promise.race([answered, wait(answerMs).then(() => undefined)])
}

const surroundings = { fetch: (request: Request) => fetch(request), wait }
const answerOfHost = hostAnswers({
  ...surroundings,
  files: __FILES__,
  host: worker.sitwellHost,
  origin: worker.location.origin,
})
const answer = storedAnswers({
  ...surroundings,
  caches,
  async askKey(base) {
    const pages = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' })
    const hosts = pages.filter(({ url }) => new URL(url).pathname === '/host.html')
    return (await Promise.all(hosts.map((host) => askOne(host, base)))).find((held) => held !== undefined)
  },
})

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const answered = answerOfHost(event.request) ?? answer(event.request)
  if (answered) event.respondWith(answered)
})
