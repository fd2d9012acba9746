import { useEffect } from 'react'

/** What somebody does who is there. */
const events = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll'] as const

/** Milliseconds between two that are told: a moving pointer makes a hundred a second. */
const atMostEveryMs = 1000

/** Tells of what a person does anywhere in the page: keys, pointer, touch, scroll (decisions, inactivity). */
export const useActions = (onAction: () => void, monotonicMs: () => number): void => {
  useEffect(() => {
    let reportedMs = Number.NEGATIVE_INFINITY
    const report = () => {
      if (monotonicMs() - reportedMs < atMostEveryMs) return
      reportedMs = monotonicMs()
      onAction()
    }
    for (const event of events) addEventListener(event, report, { capture: true, passive: true })
    return () => {
      for (const event of events) removeEventListener(event, report, { capture: true })
    }
  }, [onAction, monotonicMs])
}
