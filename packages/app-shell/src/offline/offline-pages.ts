/** What this needs of the browser's caches. */
export interface Caches {
  open(name: string): Promise<CacheOf>
  keys(): Promise<string[]>
  delete(name: string): Promise<boolean>
}
type CacheOf = Pick<Cache, 'match' | 'put'>

/** One build of an app, and everything of it that a page may ask for: addresses, the page's own script among them. */
export interface Build {
  /** The app's path on the site, with a slash at its end. The app's page is at this address, and all other addresses of the app are below it. */
  readonly base: string
  /** Names the build; another one has another. */
  readonly version: string
  /** The script that the page of this build starts with, as `/assets/index-….js`. */
  readonly script: string
  readonly files: readonly string[]
  /** The files of texts, by language. */
  readonly messages: Readonly<Partial<Record<string, readonly string[]>>>
  /** Paths below this one's path that are of other apps or of calls, without a slash at the end: addresses there belong to no build of this app. */
  readonly otherApps: readonly string[]
}

/** A build that some pages continue with, whatever was installed on the server since. */
export interface HeldBuild {
  /** The script of the build. */
  readonly script: string
  /** Whether an address, which is one of the app's pages, is shown in this build even if there is a network. */
  isFor(address: URL): boolean
}

/** The caches of an app's builds. No app's prefix begins with that of another one, because `clear` deletes by it. */
const cachePrefixOf = ({ base }: Build) => `sitwell${base.slice(0, -1).replaceAll('/', '-')}-build-`
/** Files that are loaded beside each other: one by one, each would wait for its own way there and back on a slow network. */
const loadedAtOnce = 3
/** Milliseconds after which a page comes out of the cache, where a network is there and nothing answers. */
export const pageTimeoutMs = 8000

/**
 * Stores an app's files in the browser, so that the app opens without a network. With a network, its newest version comes from the server;
 * only pages of a held build are shown in the build that they were started in.
 */
export const offlinePages = (parts: {
  readonly build: Build
  /** The app's own. */
  readonly origin: string
  /** Whose texts are kept ahead; those of another language are once they were needed. */
  readonly language: string
  readonly caches: Caches
  /** The build that pages continue with now; undefined if there is none, or if it can't be read. */
  heldBuild?(): Promise<HeldBuild | undefined>
  /** Whether the files of the build that was installed last before this one stay: pages may be open in it. */
  readonly keepsBuildBefore?: boolean
  fetch(address: string | Request, init?: RequestInit): Promise<Response>
  wait(ms: number): Promise<void>
}) => {
  const { build, caches } = parts
  const { base: page } = build
  const prefix = cachePrefixOf(build)
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
  const pageOf = async (cacheName: string) => (await caches.open(cacheName)).match(page, { ignoreVary: true })
  const held = async () => parts.heldBuild && (await ifReadable(parts.heldBuild()))
  const pageOfHeld = async ({ script }: HeldBuild) => {
    const build = await found(script)
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

  /** The newest of these caches that is whole: browsers list them in the order in which they were made, and one without its page was never installed. */
  const newestInstalled = async (names: readonly string[]): Promise<string | undefined> => {
    const wholes = await Promise.all(names.map(async (name) => (await pageOf(name)) !== undefined))
    return names.findLast((_, at) => wholes[at])
  }

  return {
    /** What answers a request: undefined for one that the browser makes as if there were no service worker. */
    kindOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>): 'page' | 'file' | undefined {
      const { origin, pathname } = new URL(url)
      const isOurs = `${pathname}/`.startsWith(page) && !isOfOtherApp(pathname)
      if (method !== 'GET' || origin !== parts.origin || !isOurs) return undefined
      if (mode === 'navigate') return 'page'
      return pathname.startsWith(`${page}assets/`) ? 'file' : undefined
    },

    /** Loads what isn't there yet, a few files at once: the learner's own loading goes before. */
    async install() {
      const cache = await caches.open(ownCache)
      const addresses = [...build.files, ...(build.messages[parts.language] ?? [])].values()
      // All of them continue with the same list.
      const loadOn = async () => {
        for (const address of addresses) await keep(cache, address)
      }
      await Promise.all(Array.from({ length: loadedAtOnce }, loadOn))
      const answer = await parts.fetch(page, { cache: 'no-cache', priority: 'low' })
      // The server has another build already: its own service worker follows.
      if (!answer.ok || !(await answer.clone().text()).includes(build.script)) throw new Error('Not the page of this build')
      await cache.put(page, answer)
    },

    /** Deletes the files of the app's other builds, except those of the held one and, if it is kept, of the one before. */
    async clear() {
      const holding = await held()
      const heldCache = holding && (await found(holding.script))?.name
      const others = (await buildCaches()).filter((name) => name !== ownCache)
      const before = parts.keepsBuildBefore ? await newestInstalled(others) : undefined
      for (const name of others) if (name !== before && name !== heldCache) await caches.delete(name)
    },

    /** A page: one of the held build comes out of the cache at once, any other from the server if it answers. */
    async page(request: Request): Promise<Response> {
      const holding = await held()
      const heldPage = holding && (await ifReadable(pageOfHeld(holding)))
      if (heldPage && holding.isFor(new URL(request.url))) return heldPage
      return (await fromNetwork(request)) ?? heldPage ?? (await ifReadable(pageOf(ownCache))) ?? Response.error()
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
