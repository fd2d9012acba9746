import { browserStorage, tabStorage } from '@sitwell/client/held-storage'
import type { KeyStorage } from '@sitwell/client/stored-value'
import { type Cookie, writeCookie } from './cookie.ts'

/** What an app takes from the browser. */
export interface Environment {
  readonly origin: string
  readonly fetch: typeof fetch
  readonly sessionStorage: KeyStorage
  readonly localStorage: KeyStorage
  readonly userAgent: string
  /** What the browser's user reads, best first, as BCP 47. */
  languages(): readonly string[]
  /** `1920x1080; 1920x1080; 1` (CSS size, physical size, pixel ratio), as a sign-in tells it. */
  screenText(): string
  referrer(): string
  path(): string
  search(): string
  href(): string
  /** Whether the browser's back or forward button opened this page. */
  isOpenedByHistory(): boolean
  /** Takes the query out of the address without loading anything. */
  dropSearch(): void
  /** Changes the address without loading anything. The same address is left as it is. */
  showAddress(address: string, how: 'in place' | 'as a new entry'): void
  /** Loads another page of the site from the start. */
  leaveTo(address: string): void
  /** Tells of every move by the browser's back and forward buttons within this page; gives how to stop. */
  onHistory(listener: (from: string, to: string) => void): () => void
  /** Tells when the page is left, with its path. */
  onLeave(listener: (path: string) => void): void
  /** Tells when the browser shows this page again as it was left, without having loaded it. */
  onShownAgain(listener: () => void): void
  /** Tells of mistakes that nobody has caught. */
  onUncaught(listener: (error: unknown) => void): void
  /** Tells what another tab of this browser has stored under a key, and what was there before. */
  onStored(listener: (key: string | null, before: string | null, after: string | null) => void): void
  reload(): void
  /** Resolves when the browser says that the network is back. */
  untilOnline(signal: AbortSignal): Promise<void>
  setCookie(cookie: Cookie): void
  nowMs(): number
  /** Milliseconds of a clock that nobody sets; only differences of it mean anything. */
  monotonicMs(): number
  random(): number
  wait(delayMs: number): Promise<void>
  /** Resolves when an image is there, rejects when it isn't to be had. */
  loadImage(url: string): Promise<void>
}

/** CSS size, physical size and pixel ratio as text (spec 1 §3). */
export const screenText = (width: number, height: number, ratio: number): string =>
  `${width}x${height}; ${Math.round(width * ratio)}x${Math.round(height * ratio)}; ${ratio}`

const navigationType = (): string => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming ? entry.type : ''
}

export const browserEnvironment = (): Environment => {
  // The path that a move by the browser's buttons leaves: when it is told, the address is the new one already.
  let shownPath = location.pathname
  return {
    origin: location.origin,
    fetch: (...request) => fetch(...request),
    sessionStorage: tabStorage,
    localStorage: browserStorage,
    userAgent: navigator.userAgent,
    languages: () => navigator.languages,
    screenText: () => screenText(screen.width, screen.height, devicePixelRatio),
    referrer: () => document.referrer,
    path: () => location.pathname,
    search: () => location.search,
    href: () => location.href,
    isOpenedByHistory: () => navigationType() === 'back_forward',
    dropSearch: () => history.replaceState(history.state, '', location.pathname),
    showAddress: (address, how) => {
      if (how === 'as a new entry') history.pushState(null, '', address)
      else if (address !== location.pathname) history.replaceState(history.state, '', address)
      shownPath = location.pathname
    },
    onHistory: (listener) => {
      const tell = () => {
        const from = shownPath
        shownPath = location.pathname
        listener(from, shownPath)
      }
      addEventListener('popstate', tell)
      return () => removeEventListener('popstate', tell)
    },
    onLeave: (listener) => addEventListener('pagehide', () => listener(location.pathname)),
    onShownAgain: (listener) =>
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) listener()
      }),
    onUncaught: (listener) => {
      addEventListener('error', ({ error }) => {
        // Without one it is a file that didn't load, or another origin's script: whoever asked for it says so.
        if (error !== null && error !== undefined) listener(error)
      })
      addEventListener('unhandledrejection', ({ reason }) => listener(reason))
    },
    onStored: (listener) => addEventListener('storage', ({ key, oldValue, newValue }) => listener(key, oldValue, newValue)),
    reload: () => location.reload(),
    untilOnline: (signal) => new Promise((resolve) => addEventListener('online', () => resolve(), { once: true, signal })),
    leaveTo: (address) => location.assign(address),
    setCookie: writeCookie,
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    random: () => Math.random(),
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    loadImage: async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
    },
  }
}
