/** Milliseconds after a move until the view scrolls (spec 3 §9), and from then until it looks whether it has arrived. */
export const scrollDelayMs = 250
export const scrollRetryMs = 1000

/** What a scroll is about, in the page. */
export interface ScrollTarget {
  /** Whether the question stands where a scroll would bring it. */
  isThere(): boolean
  scroll(): void
}

/**
 * Brings the current question into view, a moment after the move, and again where the page has grown meanwhile (pictures,
 * panels that load) and the first scroll ended elsewhere. Answers what ends it: another move, or the learner's own scrolling.
 */
export const scrollToQuestion = ({ isThere, scroll }: ScrollTarget): (() => void) => {
  let timer = setTimeout(() => {
    scroll()
    timer = setTimeout(() => {
      if (!isThere()) scroll()
    }, scrollRetryMs)
  }, scrollDelayMs)
  return () => clearTimeout(timer)
}
