import { type PageAddress, pageAddress } from './page-address.ts'

/** What the pages' history uses of a window. */
export interface HistoryWindow {
  readonly location: Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  addEventListener(type: 'popstate', listener: () => void): void
  removeEventListener(type: 'popstate', listener: () => void): void
}

export interface Move {
  readonly from: PageAddress
  readonly to: PageAddress
  /** `POP` is the browser's own, by its buttons; the others are the player's. */
  readonly action: 'PUSH' | 'REPLACE' | 'POP'
}

/**
 * Whether a move is stopped. It may take its time to say so: until then the page that shows stays. `signal` is aborted once nobody waits
 * for it any more, because the learner has gone back on the move, or somewhere else.
 */
export type Blocker = (move: Move, signal: AbortSignal) => boolean | Promise<boolean>

export interface NavigateOptions {
  /** Instead of the entry that stands, so that Back doesn't lead to it. */
  readonly replace?: boolean
  /** No blocker is asked. */
  readonly ignoreBlocker?: boolean
  /** False if the next page begins where this one was scrolled to. */
  readonly resetScroll?: boolean
}

/** A page to show. */
export interface Arrival {
  readonly address: PageAddress
  readonly resetScroll: boolean
  /** To be called once it shows. */
  onShown(): void
}

/** The entries of the browser's history that belong to this page, and who may stop a move between them. */
export interface PageHistory {
  /** What is to show by now. */
  latest(): Arrival
  /** Goes to a path of this site, with its query. True once the page shows, false if the move was stopped, or another came before it showed. */
  navigate(to: string, options?: NavigateOptions): Promise<boolean>
  /** Until the function that it answers is called. */
  block(blocker: Blocker): () => void
  /** Tells of each page to show, until the function that it answers is called. */
  follow(listener: (arrival: Arrival) => void): () => void
}

interface Entry extends PageAddress {
  /** Counts the entries; undefined for one that somebody else has made. */
  readonly index: number | undefined
  /** Path and query as the browser spells them. */
  readonly spelled: string
}

interface Shown {
  readonly resetScroll: boolean
  onShown(): void
  /** Another page is to show. */
  onLeft(): void
}

const indexIn = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'index' in state && typeof state.index === 'number' ? state.index : undefined

const stoppedBy = ([blocker, ...others]: readonly Blocker[], move: Move, signal: AbortSignal): boolean | Promise<boolean> => {
  if (blocker === undefined) return false
  const answer = blocker(move, signal)
  if (typeof answer === 'boolean') return answer || stoppedBy(others, move, signal)
  return answer.then((stopped) => stopped || stoppedBy(others, move, signal))
}

const byTheBrowser: Shown = { resetScroll: true, onShown: () => undefined, onLeft: () => undefined }

/** @param redirect What is in the place of an address; nothing of that shows, and nobody may stop it. */
export const createPageHistory = (
  window: HistoryWindow,
  redirect: (address: PageAddress) => string | undefined,
): PageHistory => {
  const { history, location } = window
  const blockers = new Set<Blocker>()
  const listeners = new Set<(arrival: Arrival) => void>()
  /** Of moves by the browser's buttons the last counts, and none any more once the player has moved on. */
  let pops = 0
  /** The question that blockers were asked last. */
  let asked = new AbortController()

  const entryOf = (to: string): Omit<Entry, 'index'> => {
    const { pathname, search } = new URL(to, location.origin)
    return { ...pageAddress(pathname, search), spelled: `${pathname}${search}` }
  }
  const read = (): Entry => ({ ...entryOf(`${location.pathname}${location.search}`), index: indexIn(history.state) })
  const write = (how: 'pushState' | 'replaceState', index: number | undefined, spelled: string): void =>
    // The origin stands before it: a path that begins with two slashes names another site.
    history[how]({ index }, '', `${location.origin}${spelled}`)

  const show = (entry: Entry, shown: Shown): void => {
    current = entry
    const instead = redirect(entry)
    if (instead !== undefined) {
      put('replaceState', entryOf(instead), shown)
      return
    }
    latest.onLeft()
    latest = { address: entry, ...shown }
    for (const listener of listeners) listener(latest)
  }
  const put = (how: 'pushState' | 'replaceState', entry: Omit<Entry, 'index'>, shown: Shown): void => {
    pops++
    try {
      write(how, how === 'pushState' ? (current.index ?? -1) + 1 : current.index, entry.spelled)
    } catch {
      // A browser takes only this many entries in a few seconds. The page shows without one of its own.
    }
    // As the browser has it, so that what is counted from it leads where it should.
    show({ ...entry, index: indexIn(history.state) }, shown)
  }
  /** At once if nobody takes time to say so: a move that nobody stops is the latest from then on. */
  const isStopped = (move: Move): boolean | Promise<boolean> => {
    asked.abort()
    asked = new AbortController()
    return stoppedBy([...blockers], move, asked.signal)
  }

  /** Nothing else shows. A link within the page makes an entry without a number: it is the next one. */
  const stayAt = (target: Entry): void => {
    if (target.index === undefined && location.hash !== '' && current.index !== undefined)
      write('replaceState', current.index + 1, `${target.spelled}${location.hash}`)
    current = read()
  }
  const onPop = async (): Promise<void> => {
    const target = read()
    const pop = ++pops
    asked.abort()
    if (target.spelled === current.spelled) return stayAt(target)
    const stopped = await isStopped({ from: current, to: target, action: 'POP' })
    if (pop !== pops) return
    const distance = (current.index ?? Number.NaN) - (target.index ?? Number.NaN)
    if (!stopped) show(target, byTheBrowser)
    else if (Math.abs(distance) > 0) history.go(distance)
    // How far it is back, nobody knows: the address is put there again.
    else write('pushState', current.index, current.spelled)
  }

  const pop = () => void onPop()

  let current = read()
  if (current.index === undefined) {
    write('replaceState', 0, `${current.spelled}${location.hash}`)
    current = read()
  }
  let latest: Arrival & Shown = { address: current, ...byTheBrowser }
  show(current, byTheBrowser)

  return {
    latest: () => latest,
    navigate: async (to, { replace = false, ignoreBlocker = false, resetScroll = true } = {}) => {
      const entry = entryOf(to)
      const isReplacing = () => replace || entry.spelled === current.spelled
      const move: Move = { from: current, to: entry, action: isReplacing() ? 'REPLACE' : 'PUSH' }
      const stopped = !ignoreBlocker && isStopped(move)
      if (stopped !== false && (await stopped)) return false
      return await new Promise<boolean>((resolve) =>
        put(isReplacing() ? 'replaceState' : 'pushState', entry, {
          resetScroll,
          onShown: () => resolve(true),
          onLeft: () => resolve(false),
        }),
      )
    },
    block: (blocker) => {
      blockers.add(blocker)
      return () => void blockers.delete(blocker)
    },
    follow: (listener) => {
      // One for all who follow: a move by the browser's buttons is one move.
      if (listeners.size === 0) window.addEventListener('popstate', pop)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('popstate', pop)
      }
    },
  }
}
