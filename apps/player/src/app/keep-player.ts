import type { Language } from '@sitwell/i18n/languages'
import type { Sitting } from '../service-worker/offline-pages.ts'

/**
 * As the service worker has them (a test compares them): with an import they would share a file, and a service worker that is made
 * of several files doesn't run in every browser.
 */
export const sittingCache = 'sitwell-sitting'
export const sittingAddress = '/service-worker/sitting'

/** Milliseconds after the sign-in until the player's files are fetched to be kept: the learner's own loading goes before. */
const afterMs = 3000
/** Milliseconds until it is tried again where it failed: a page may stand for hours, in an exam or a course that counts on it. */
const againMs = 20_000

/** Whether a service worker that is being installed has all files: one whose install fails is given up by the browser, and nobody is told. */
const isInstalled = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const look = () => {
      if (worker.state !== 'parsed' && worker.state !== 'installing') resolve(worker.state !== 'redundant')
    }
    worker.addEventListener('statechange', look)
    look()
  })

/**
 * Has the browser keep the player with the texts of a language, so that an exam opens without a network (service-worker/offline-pages.ts). Where the browser
 * can't, or the page came over plain http from another machine, everything works as before, with a network.
 */
export const keepPlayer = (
  { serviceWorker }: { readonly serviceWorker?: ServiceWorkerContainer },
  language: Pick<Language, 'tag'>,
  onError: (error: unknown, info?: string) => void,
): (() => void) => {
  if (serviceWorker === undefined) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false
  let isTold = false
  const register = async () => {
    const registration = await serviceWorker.register(`/service-worker.js?language=${language.tag}`)
    const { installing } = registration
    // One that is given up for a newer one, or beside one that is there already, is no failure.
    if (installing && !(await isInstalled(installing)) && !registration.active && !registration.installing)
      throw new Error('Not all files of the player came')
  }
  const keep = () => {
    // No network, or a server that has just been renewed.
    register().catch((error: unknown) => {
      // Once: where site data is blocked it fails each time.
      if (navigator.onLine && !isTold) {
        isTold = true
        onError(error, 'service worker')
      }
      if (!isGone) timer = setTimeout(keep, againMs)
    })
  }
  timer = setTimeout(keep, afterMs)
  return () => {
    isGone = true
    clearTimeout(timer)
  }
}

/** The script that this page started with: it names the build. */
const ownScript = () => document.querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]')?.getAttribute('src')

/**
 * Tells the service worker which exam is being sat, and in which build of the player: until it is over, or time is up, a new
 * version doesn't take this one's place. Undefined: none is.
 */
export const holdBuild = async (sitting: Omit<Sitting, 'script'> | undefined): Promise<void> => {
  try {
    const cache = await caches.open(sittingCache)
    const script = ownScript()
    if (sitting === undefined) await cache.delete(sittingAddress)
    else if (typeof script === 'string') await cache.put(sittingAddress, new Response(JSON.stringify({ ...sitting, script })))
  } catch {
    // The caches are missing over plain http, or are blocked or full. The exam goes on as long as there is a network.
  }
}
