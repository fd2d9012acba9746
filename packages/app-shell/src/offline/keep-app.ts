import type { Language } from '@sitwell/i18n/languages'

/** Milliseconds after the sign-in until the app's files are fetched to be kept: what the person loads goes before. */
const afterMs = 3000
/** Milliseconds until it is tried again where it failed: a page may be open for hours, and its work may count on it. */
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

/** What the service worker controls: the app's path, without a slash at its end too. It leaves alone what else begins so. */
const scopeOf = (base: string) => (base === '/' ? base : base.slice(0, -1))

/**
 * Has the browser keep an app with the texts of a language, so that it opens without a network (offline-pages.ts). If the browser
 * can't, or the page came over plain http from another machine, everything works as before, with a network. `base`: the app's path on the
 * site, with a slash at its end; the service worker that its build has there serves that path and below. Returns what calls it off.
 */
export const keepApp = (
  { serviceWorker }: { readonly serviceWorker?: ServiceWorkerContainer },
  { base, language }: { readonly base: string; readonly language: Pick<Language, 'tag'> },
  onError: (error: unknown, info?: string) => void,
): (() => void) => {
  if (serviceWorker === undefined) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false
  let isTold = false
  const register = async () => {
    const registration = await serviceWorker.register(`${base}service-worker.js?language=${language.tag}`, {
      scope: scopeOf(base),
    })
    const { installing } = registration
    // One that is given up for a newer one, or beside one that is there already, is no failure.
    if (installing && !(await isInstalled(installing)) && !registration.active && !registration.installing)
      throw new Error('Not all files of the app came')
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
