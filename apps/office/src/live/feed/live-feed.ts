import { elapsedMs, type Known, type Moment, untilBlindMs, type ViewAge, viewAge } from './view-age.ts'

/** Milliseconds after which a request without a reply is given up and made anew: the server waits two seconds at most until something changes. */
export const replyWithinMs = 4000
/** Least milliseconds between two requests: a thousand people who type change something all the time. */
const leastBetweenMs = 500
/** Milliseconds before the first and any later attempt after one that came to nothing. */
const firstAgainMs = 250
const againMs = 1000

/** Time as the feed uses it; a test passes its own. */
export interface FeedClock {
  now(): Moment
  /** Calls once, after so many milliseconds; returns what takes it back. */
  after(ms: number, call: () => void): () => void
}

/**
 * What came of asking. `asOfMs`: the server's time (Unix ms) at which it read what it replied, and `heldMs` how long it had waited by then; below 0 if it had read that before it was asked. `refused`: the
 * server won't say, whenever it is asked; `code` is why.
 */
export type Asked<Reply> =
  | { readonly is: 'reply'; readonly reply: Reply; readonly asOfMs: number; readonly heldMs: number }
  | { readonly is: 'lost' }
  | { readonly is: 'refused'; readonly code: string }

export interface FeedState {
  readonly known: Known | undefined
  readonly age: ViewAge
  /** The server won't let this person see it: nobody is asked any more until `again`. */
  readonly refused: string | undefined
}

interface Parts<Reply> {
  readonly clock: FeedClock
  /** Asks the server what has changed; resolves whatever happens. */
  ask(signal: AbortSignal): Promise<Asked<Reply>>
  /** A reply has come. Those of requests that were given up are not passed on. */
  onReply(reply: Reply): void
  /** Whether anybody looks: while nobody does, nothing is asked, and the view grows old. */
  isWatched(): boolean
}

/**
 * Asks the server again and again, one request after the other, and knows how old the newest reply is. It notices by itself that none comes,
 * also if the network swallows requests without an error, and goes on by itself once the server is there again.
 */
export const createLiveFeed = <Reply>({ clock, ask, onReply, isWatched }: Parts<Reply>) => {
  const startedAt = clock.now()
  const listeners = new Set<() => void>()
  let known: Known | undefined
  let refused: string | undefined
  let failures = 0
  let isStopped = false
  let request: AbortController | undefined
  const timers = { next: () => {}, giveUp: () => {}, blind: () => {} }

  const read = (): FeedState => ({ known, refused, age: viewAge(known, startedAt, clock.now()) })
  let state = read()

  const change = () => {
    state = read()
    timers.blind()
    const ms = untilBlindMs(state.age)
    if (ms !== undefined && !isStopped) timers.blind = clock.after(ms, change)
    for (const listener of listeners) listener()
  }

  const later = (ms: number) => {
    timers.next()
    if (!isStopped && refused === undefined) timers.next = clock.after(ms, () => void askOnce())
  }

  const end = (mine: AbortController) => {
    timers.giveUp()
    if (request === mine) request = undefined
  }

  const fail = () => {
    failures += 1
    change()
    later(failures === 1 ? firstAgainMs : againMs)
  }

  async function askOnce(): Promise<void> {
    if (isStopped || request !== undefined || refused !== undefined) return
    if (!isWatched()) return later(againMs)
    const mine = new AbortController()
    request = mine
    const askedAt = clock.now()
    timers.giveUp = clock.after(replyWithinMs, () => {
      end(mine)
      mine.abort()
      fail()
    })
    const asked = await ask(mine.signal)
    if (isStopped || request !== mine) return
    end(mine)
    if (asked.is === 'lost') return fail()
    failures = 0
    if (asked.is === 'refused') {
      refused = asked.code
      return change()
    }
    // No clock of the server is compared with one of this browser: they differ, and those of two servers do too.
    const heldMs = Math.min(asked.heldMs, elapsedMs(askedAt, clock.now()))
    known = { asOfMs: asked.asOfMs, readAt: { steadyMs: askedAt.steadyMs + heldMs, wallMs: askedAt.wallMs + heldMs } }
    onReply(asked.reply)
    change()
    later(Math.max(leastBetweenMs - elapsedMs(askedAt, clock.now()), 0))
  }

  change()
  void askOnce()
  return {
    /** For `useSyncExternalStore`: the same object until something changes. Its age is that of the last change; `age` counts on. */
    state: (): FeedState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** How old the view is at this moment. */
    age: (): ViewAge => viewAge(known, startedAt, clock.now()),
    /** Asks at once: somebody looks again, has acted, or presses a button after a refusal. */
    again: () => {
      refused = undefined
      failures = 0
      change()
      timers.next()
      void askOnce()
    },
    stop: () => {
      isStopped = true
      for (const takeBack of Object.values(timers)) takeBack()
      request?.abort()
      listeners.clear()
    },
  }
}

export type LiveFeed = ReturnType<typeof createLiveFeed>
