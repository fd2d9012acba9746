/** What this needs of the browser's caches. */
export interface Caches {
  open(name: string): Promise<CacheOf>
  keys(): Promise<string[]>
  delete(name: string): Promise<boolean>
}
type CacheOf = Pick<Cache, 'match' | 'put'>

/** Everything of one build that a page may ask for: addresses, the page's own script among them. */
export interface Build {
  /** Names the build; another one has another. */
  readonly version: string
  /** The script that the page of this build starts with, as `/assets/index-….js`. */
  readonly script: string
  readonly files: readonly string[]
  /** The files of texts, by language. */
  readonly messages: Readonly<Partial<Record<string, readonly string[]>>>
  /** Paths of the other apps on this site, without a slash at the end: what is there or below belongs to none of the player's builds. */
  readonly otherApps: readonly string[]
}

/** The exam that is sat in this browser, and the build that it is sat in. */
export interface Sitting {
  readonly examGuid: string
  readonly script: string
  /** Milliseconds since 1970 by the computer's own clock; after it the exam is over, whatever became of it. */
  readonly untilMs: number
}

/** Where the page says that an exam is being sat. */
export const sittingCache = 'sitwell-sitting'
export const sittingAddress = '/service-worker/sitting'

const prefix = 'sitwell-build-'
/** Files that are loaded beside each other: one by one, each would wait for its own way there and back on a slow network. */
const loadedAtOnce = 3
/** The page stands under this address; every page of the player is the same document. */
const page = '/'
/** Milliseconds after which a page comes out of the cache, where a network is there and nothing answers. */
export const pageTimeoutMs = 8000

const readSitting = async (caches: Caches): Promise<Sitting | undefined> => {
  const cached = await (await caches.open(sittingCache)).match(sittingAddress)
  // Written by the player of this origin, in this shape, and read by nothing else.
  return cached === undefined ? undefined : ((await cached.json()) as Sitting)
}

/**
 * Keeps the player's files, so that it opens without a network. With a network the newest player comes from the server; but an
 * exam that is being sat goes on, whatever was installed on the server meanwhile, in the build that it was started in.
 */
export const offlinePages = (parts: {
  readonly build: Build
  /** The player's own. */
  readonly origin: string
  /** Whose texts are kept ahead; those of another language are once they were needed. */
  readonly language: string
  readonly caches: Caches
  fetch(address: string | Request, init?: RequestInit): Promise<Response>
  nowMs(): number
  wait(ms: number): Promise<void>
}) => {
  const { build, caches } = parts
  const ownCache = `${prefix}${build.version}`

  const buildCaches = async () => (await caches.keys()).filter((name) => name.startsWith(prefix))
  const found = async (address: string) => {
    for (const name of await buildCaches()) {
      const cached = await (await caches.open(name)).match(address, { ignoreVary: true })
      if (cached) return { name, kept: cached }
    }
    return undefined
  }
  const keep = async (cache: CacheOf, address: string) => {
    if (await cache.match(address, { ignoreVary: true })) return
    const other = await found(address)
    const answer = other?.kept ?? (await parts.fetch(address, { priority: 'low' }))
    if (!answer.ok) throw new Error(`${address}: HTTP ${answer.status}`)
    await cache.put(address, answer)
  }
  const sitting = async () => {
    const cached = await ifReadable(readSitting(caches))
    return cached !== undefined && cached.untilMs > parts.nowMs() ? cached : undefined
  }
  const pageOf = async (cacheName: string) => (await caches.open(cacheName)).match(page, { ignoreVary: true })
  const pageOfSitting = async (cached: Sitting) => {
    const build = await found(cached.script)
    return build && pageOf(build.name)
  }

  const keepAnswer = async (address: string, answer: Response) => (await caches.open(ownCache)).put(address, answer)
  /** A browser whose caches fail has the network, as one without them. */
  const ifReadable = <T>(cached: Promise<T>): Promise<T | undefined> => cached.catch(() => undefined)

  const fromNetwork = async (request: Request): Promise<Response | undefined> => {
    try {
      const answer = await Promise.race([parts.fetch(request), parts.wait(pageTimeoutMs)])
      // A proxy's error says that nobody is there; the player can say more.
      return answer && answer.status < 500 ? answer : undefined
    } catch {
      return undefined
    }
  }

  const isOfOtherApp = (pathname: string) => build.otherApps.some((path) => `${pathname}/`.startsWith(`${path}/`))

  return {
    /** What answers a request: undefined for one that the browser makes as if there were no service worker. */
    kindOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>): 'page' | 'file' | undefined {
      const { origin, pathname } = new URL(url)
      if (method !== 'GET' || origin !== parts.origin || isOfOtherApp(pathname)) return undefined
      if (mode === 'navigate') return 'page'
      return pathname.startsWith('/assets/') ? 'file' : undefined
    },

    /** Loads what isn't there yet, a few files at once: the learner's own loading goes before. */
    async install() {
      const cache = await caches.open(ownCache)
      const addresses = [...build.files, ...(build.messages[parts.language] ?? [])].values()
      // All of them go on with the same list.
      const loadOn = async () => {
        for (const address of addresses) await keep(cache, address)
      }
      await Promise.all(Array.from({ length: loadedAtOnce }, loadOn))
      const answer = await parts.fetch(page, { cache: 'no-cache', priority: 'low' })
      // The server has another build already: its own service worker follows.
      if (!answer.ok || !(await answer.clone().text()).includes(build.script)) throw new Error('Not the page of this build')
      await cache.put(page, answer)
    },

    /** Deletes the files of other builds, but not those that an exam is being sat in. */
    async clear() {
      const cached = await sitting()
      const held = cached && (await found(cached.script))?.name
      for (const name of await buildCaches()) if (name !== ownCache && name !== held) await caches.delete(name)
    },

    /** A page: of the exam that is being sat out of the cache at once, any other from the server where it answers. */
    async page(request: Request): Promise<Response> {
      const cached = await sitting()
      const { pathname, searchParams } = new URL(request.url)
      // With a pass for the integrity monitor the server says what the page may load.
      const isOfSitting =
        cached !== undefined && !searchParams.has('monitor') && `${pathname}/`.startsWith(`/exam/${cached.examGuid}/`)
      const held = cached && (await ifReadable(pageOfSitting(cached)))
      if (held && isOfSitting) return held
      return (await fromNetwork(request)) ?? held ?? (await ifReadable(pageOf(ownCache))) ?? Response.error()
    },

    /** A file of a build, which never changes under its address. */
    async file(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url)
      const cached = await ifReadable(found(pathname))
      if (cached) return cached.kept
      const answer = await parts.fetch(request)
      // A font of a script that few read: kept once somebody needed it.
      if (answer.status === 200) await ifReadable(keepAnswer(pathname, answer.clone()))
      return answer
    },
  }
}
