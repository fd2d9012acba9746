import type { FeedClock } from './live-feed.ts'

/** The clocks of this browser. */
export const browserClock: FeedClock = {
  now: () => ({ steadyMs: performance.now(), wallMs: Date.now() }),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
