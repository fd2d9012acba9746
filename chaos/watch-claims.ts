import { type Claim, read, type Sight } from './look.ts'

/** What a page claims from a moment on, until it claims something else. */
export interface Claimed {
  /** Milliseconds of the machine's clock, whatever was done to the page's. */
  readonly atMs: number
  readonly claims: readonly Claim[]
}

const mark = 'sitwell claims '

/** Runs in each page from its beginning: tells of each change of what it claims, once the task that made it is over. */
const watch = (see: () => Sight, begin: string) => {
  if (window !== window.top) return
  let text = ''
  let isDue = false
  const look = () => {
    isDue = false
    const claims = JSON.stringify(see().claims)
    if (claims === text) return
    text = claims
    console.debug(`${begin}{"atMs":${performance.timeOrigin + performance.now()},"claims":${claims}}`)
  }
  const soon = () => {
    if (isDue) return
    isDue = true
    setTimeout(look, 0)
  }
  new MutationObserver(soon).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  // What a field holds is no part of its document.
  document.addEventListener('input', soon, true)
  soon()
}

/** A script for each page. */
export const watchScript = `(${watch})(${read}, ${JSON.stringify(mark)})`

/** Reads a line of the page's console; undefined if it is another's. */
export const claimedIn = (line: string): Claimed | undefined =>
  // As the script writes it.
  line.startsWith(mark) ? (JSON.parse(line.slice(mark.length)) as Claimed) : undefined
