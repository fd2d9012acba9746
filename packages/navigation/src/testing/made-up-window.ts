import type { HistoryWindow } from '../page-history.ts'

const origin = 'https://exams.example'

interface MadeUpEntry {
  readonly address: URL
  readonly state: unknown
}

export interface MadeUpWindow extends HistoryWindow {
  /** The addresses of its entries, and which of them is on show. */
  readonly entries: () => readonly string[]
  readonly place: () => number
  readonly shown: () => string
  /** As the browser's buttons do. */
  press(distance: number): void
  /** As a link within the page, `#…`. */
  follow(hash: string): void
  /** Takes no more entries, as browsers do if there were too many. */
  refuse(how: 'by throwing' | 'silently' | undefined): void
}

const spell = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}`

/** A window's history without a browser. It moves at once, and has itself asked for nothing beyond its ends. */
export const madeUpWindow = (address: string, state: unknown = null): MadeUpWindow => {
  const listeners = new Set<() => void>()
  const entries: MadeUpEntry[] = [{ address: new URL(address, origin), state }]
  let at = 0
  let refused: 'by throwing' | 'silently' | undefined
  const now = () => {
    const entry = entries[at]
    if (entry === undefined) throw new Error('There is no such entry')
    return entry
  }
  const made = (state: unknown, to: string | URL | null | undefined): MadeUpEntry => {
    const next = new URL(String(to), now().address)
    if (next.origin !== origin) throw new Error('Another site')
    return { address: next, state }
  }
  const put = (entry: MadeUpEntry) => {
    entries.splice(++at, entries.length, entry)
  }
  const isRefused = () => {
    if (refused === 'by throwing') throw new Error('Too many')
    return refused !== undefined
  }
  const go = (distance = 0) => {
    if (distance === 0) throw new Error('The page would be loaded again')
    const next = at + distance
    if (next < 0 || next >= entries.length) return
    at = next
    for (const listener of listeners) listener()
  }
  return {
    location: {
      origin,
      get pathname() {
        return now().address.pathname
      },
      get search() {
        return now().address.search
      },
      get hash() {
        return now().address.hash
      },
    },
    history: {
      get state() {
        return now().state
      },
      pushState: (given, _, to) => {
        if (!isRefused()) put(made(given, to))
      },
      replaceState: (given, _, to) => {
        if (!isRefused()) entries[at] = made(given, to)
      },
      // Later, as a browser does.
      go: (distance) => queueMicrotask(() => go(distance)),
    },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
    entries: () => entries.map((entry) => spell(entry.address)),
    place: () => at,
    shown: () => spell(now().address),
    press: go,
    follow: (hash) => {
      put(made(null, hash))
      for (const listener of listeners) listener()
    },
    refuse: (how) => {
      refused = how
    },
  }
}
