import { type LiveFacts, type LiveReply, noFacts, withReply } from '../rows/live-facts.ts'
import { type Asked, createLiveFeed, type FeedClock, type FeedState } from './live-feed.ts'

/** What a live view knows, and how old that is. */
export interface LiveSnapshot {
  readonly facts: LiveFacts
  readonly feed: FeedState
}

interface Parts {
  readonly clock: FeedClock
  ask(cursor: string | undefined, signal: AbortSignal): Promise<Asked<LiveReply>>
  isWatched(): boolean
}

/** The facts of one live view, which asks for them by itself from now on until it is stopped. */
export const createLiveStore = ({ clock, ask, isWatched }: Parts) => {
  let facts: LiveFacts = noFacts
  const feed = createLiveFeed<LiveReply>({
    clock,
    isWatched,
    ask: (signal) => ask(facts.cursor, signal),
    onReply: (reply) => {
      facts = withReply(facts, reply)
    },
  })
  let snapshot: LiveSnapshot = { facts, feed: feed.state() }
  const read = () => {
    const state = feed.state()
    if (snapshot.facts !== facts || snapshot.feed !== state) snapshot = { facts, feed: state }
    return snapshot
  }
  return {
    /** For `useSyncExternalStore`: the same object until something changes. */
    snapshot: read,
    subscribe: feed.subscribe,
    /** How old the view is at this moment. */
    age: feed.age,
    again: feed.again,
    stop: feed.stop,
  }
}

export type LiveStore = ReturnType<typeof createLiveStore>
