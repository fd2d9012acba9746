/** Everything that the app takes from the browser; nothing else of `app` reads a global. */
export interface Environment {
  readonly origin: string
  readonly fetch: typeof fetch
  readonly sessionStorage: Storage
  readonly localStorage: Storage
  readonly userAgent: string
  /** What the browser's user reads, best first, as BCP 47. */
  languages(): readonly string[]
  /** `1920x1080; 1920x1080; 1` (CSS size, physical size, pixel ratio), as a sign-in tells it. */
  screenText(): string
  referrer(): string
  path(): string
  search(): string
  href(): string
  /** Takes the query out of the address without loading anything. */
  dropSearch(): void
  /** Changes the address without loading anything. The same address is left as it is. */
  showAddress(address: string, how: 'in place' | 'as a new entry'): void
  /** Loads another page of the player from the start. */
  leaveTo(address: string): void
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

export const browserEnvironment = (): Environment => ({
  origin: location.origin,
  fetch: (...request) => fetch(...request),
  sessionStorage,
  localStorage,
  userAgent: navigator.userAgent,
  languages: () => navigator.languages,
  screenText: () => screenText(screen.width, screen.height, devicePixelRatio),
  referrer: () => document.referrer,
  path: () => location.pathname,
  search: () => location.search,
  href: () => location.href,
  dropSearch: () => history.replaceState(history.state, '', location.pathname),
  showAddress: (address, how) => {
    if (how === 'as a new entry') history.pushState(null, '', address)
    else if (address !== location.pathname) history.replaceState(history.state, '', address)
  },
  leaveTo: (address) => location.assign(address),
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  random: () => Math.random(),
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  loadImage: async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
  },
})
