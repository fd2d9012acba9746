import type { Sitting } from '../service-worker/held-build.ts'

/**
 * As the service worker has them (a test compares them): with an import they would share a file, and a service worker that is made
 * of several files doesn't run in every browser.
 */
export const sittingCache = 'sitwell-sitting'
export const sittingAddress = '/service-worker/sitting'

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
    // The caches are missing over plain http, or are blocked or full. The exam continues as long as there is a network.
  }
}
