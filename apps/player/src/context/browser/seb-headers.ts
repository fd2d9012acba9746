import { sebPageHeaders } from '@sitwell/contract'

/** What Safe Exam Browser tells the script of a page: its keys, bound to the page's address. */
interface SebScript {
  readonly security?: {
    readonly configKey?: string
    readonly browserExamKey?: string
    /** Some versions take the name of a global function, and say nothing of their keys before. */
    updateKeys?(callback: () => void): void
  }
}

/** What of a page's surroundings is used. */
export interface SebSurroundings {
  readonly script: SebScript | undefined
  /** The address that the page was loaded at: keys that a version tells by itself are bound to that one. */
  loadedAt(): string
  /** Where it is now. */
  href(): string
  /** Makes a function reachable by its own name. */
  name(name: string, callback: () => void): void
  wait(delayMs: number): Promise<void>
}

/** Milliseconds after which a version that never calls back is taken to have told its keys. */
const patienceMs = 3000

const callbackName = 'sitwellSebKeysTold'

/** An address this long says nothing that a shorter one wouldn't, and would fill a request's head. */
const longestAddress = 1500

/**
 * The headers in which a page in Safe Exam Browser passes on what the program tells it, with the addresses that it may represent. Nothing
 * where it tells no keys: then it sends headers itself, or it isn't this program. Undefined if no address of the page can be sent.
 */
export const sebHeadersOf = async (surroundings: SebSurroundings): Promise<Readonly<Record<string, string>> | undefined> => {
  const { script, loadedAt, href, name, wait } = surroundings
  const security = script?.security
  if (!security) return {}
  const before = href()
  await Promise.race([
    wait(patienceMs),
    new Promise<void>((resolve) => {
      const callback = Object.defineProperty(() => resolve(), 'name', { value: callbackName })
      name(callbackName, callback)
      if (security.updateKeys) security.updateKeys(callback)
      else resolve()
    }),
  ])
  const { configKey = '', browserExamKey = '' } = security
  if (configKey === '' && browserExamKey === '') return {}
  const addresses = [loadedAt(), before, href()].map((address) => address.split('#', 1)[0] ?? '')
  const pages = [...new Set(addresses)].filter((address) => address !== '' && address.length <= longestAddress)
  if (pages.length === 0) return undefined
  return {
    [sebPageHeaders.pages]: pages.join(' '),
    ...(configKey !== '' && { [sebPageHeaders.configKey]: configKey }),
    ...(browserExamKey !== '' && { [sebPageHeaders.browserExamKey]: browserExamKey }),
  }
}

/** The same of this page. */
export const sebHeadersHere = () =>
  sebHeadersOf({
    // Another program's object: what of it is there is looked at above.
    script: (globalThis as { readonly SafeExamBrowser?: SebScript }).SafeExamBrowser,
    loadedAt: () => performance.getEntriesByType('navigation')[0]?.name ?? '',
    href: () => location.href,
    name: (name, callback) => void Object.assign(globalThis, { [name]: callback }),
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  })
