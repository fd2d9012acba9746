/** Milliseconds until code that didn't come is asked for again, where no network says before that it is back. */
const againMs = 2000

/** What the loading of code needs of its page. */
export interface PageOfCode {
  wait(ms: number): Promise<void>
  /** Resolves once there is a network again. */
  online(): Promise<void>
  /** Loads again the style sheets that didn't come: the bundler asks for each of them only once. */
  loadStyles(): Promise<void>
  /** Opens the page again. */
  open(): void
}

/** This many times in a row code doesn't come before its page may be opened again. */
const missesBeforeOpening = 3

/** Code that is loaded behind what mustn't wait for it. */
export interface LaterCode<T> {
  /** Undefined until it is there. */
  get(): T | undefined
  subscribe(listener: () => void): () => void
  /**
   * From now on, the page is opened again if the code doesn't come: many browsers remember that a script failed, and answer each later
   * import of it so, with the network back too (whatwg/html#6768). `mayOpen` returns whether the server is there and nothing is lost by that. Returns
   * what ends it.
   */
  openAnew(mayOpen: () => boolean): () => void
  /** Loads it, again and again until it is there; once, however often it is asked for. `onError` hears why it didn't come at first. */
  load(onError: (error: unknown) => void): Promise<T>
}

/** Code that a painted question doesn't wait for (decision 93). It never fails: what is in its place stands until it comes. */
export const laterCode = <T>(fetchCode: () => Promise<T>, page: PageOfCode): LaterCode<T> => {
  const listeners = new Set<() => void>()
  let code: T | undefined
  let loading: Promise<T> | undefined
  let mayOpen: (() => boolean) | undefined
  const missed = async (misses: number): Promise<void> => {
    if (misses > missesBeforeOpening && mayOpen?.()) page.open()
    await Promise.race([page.wait(againMs), page.online()])
  }
  const loadOn = async (onError: (error: unknown) => void): Promise<T> => {
    for (let misses = 0; ; ) {
      try {
        const found = await fetchCode()
        if (misses > 0) await page.loadStyles()
        code = found
        for (const listener of listeners) listener()
        return found
      } catch (error) {
        if (misses === 0) onError(error)
        misses += 1
        await missed(misses)
      }
    }
  }
  return {
    get: () => code,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    openAnew(may) {
      mayOpen = may
      return () => {
        mayOpen = undefined
      }
    },
    load: (onError) => {
      loading ??= loadOn(onError)
      return loading
    },
  }
}
