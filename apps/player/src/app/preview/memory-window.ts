import type { HistoryWindow } from '@sitwell/navigation/page-history.ts'

/**
 * An address and their own history for the pages in the frame. The browser's would be those of the office's tab too: its Back button would go through the
 * questions, and a page that is loaded again would name a question of an exam that nobody sits.
 */
export const createMemoryWindow = (origin: string, first: string): HistoryWindow => {
  const entries: { state: unknown; url: URL }[] = [{ state: null, url: new URL(first, origin) }]
  const listeners = new Set<() => void>()
  let at = 0
  const current = () => entries[at] ?? { state: null, url: new URL(origin) }
  const entryOf = (state: unknown, url: string | URL | null | undefined) => ({
    state,
    url: new URL(url ?? current().url, origin),
  })
  return {
    location: {
      origin,
      get pathname() {
        return current().url.pathname
      },
      get search() {
        return current().url.search
      },
      get hash() {
        return current().url.hash
      },
    },
    history: {
      get state() {
        return current().state
      },
      pushState: (state, _title, url) => {
        entries.splice(at + 1, entries.length, entryOf(state, url))
        at += 1
      },
      replaceState: (state, _title, url) => {
        entries[at] = entryOf(state, url)
      },
      go: (delta = 0) => {
        at = Math.min(Math.max(at + delta, 0), entries.length - 1)
        for (const listener of listeners) listener()
      },
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  }
}
