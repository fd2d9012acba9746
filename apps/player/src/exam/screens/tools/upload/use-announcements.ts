import { useCallback, useEffect, useReducer } from 'react'

/** Milliseconds that each sentence is given. A screen reader that is told several at one moment reads the last of them alone. */
const sentenceMs = 600

interface Sentence {
  /** What it tells of: it takes the place of what was still to be said of the same. */
  readonly about: string
  readonly text: string
}
interface Announcements {
  readonly announcement: string
  /** How many were said: the same sentence said again is another. */
  readonly count: number
  readonly waiting: readonly Sentence[]
}

const nothing: Announcements = { announcement: '', count: 0, waiting: [] }

/** One more sentence is to be said; without one, the next is said. */
const announce = (before: Announcements, added: Sentence | undefined): Announcements => {
  const { waiting, count } = before
  if (added) return { ...before, waiting: [...waiting.filter(({ about }) => about !== added.about), added] }
  const [first, ...rest] = waiting
  return first ? { announcement: first.text, count: count + 1, waiting: rest } : before
}

/**
 * Sentences for a screen reader, one after the other. Who uploads a small file hears that it is on the server, not each step there.
 * Nothing is said while `isHeld`: behind a dialog nobody would hear it.
 */
export const useAnnouncements = (isHeld: boolean) => {
  const [{ announcement, count, waiting }, dispatch] = useReducer(announce, nothing)
  const isDue = waiting.length > 0 && !isHeld
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sentence that was said begins the time of the next
  useEffect(() => {
    if (!isDue) return
    // Counted from the one before, and not from each that is added: a long row of files holds none of them up.
    const timer = setTimeout(() => dispatch(undefined), sentenceMs)
    return () => clearTimeout(timer)
  }, [isDue, count])
  const say = useCallback((about: string, text: string) => dispatch({ about, text }), [])
  return { announcement, count, say }
}
