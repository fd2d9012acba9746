import { type RefObject, useEffect, useRef } from 'react'
import { scrollToQuestion } from './scroll-to-question.ts'

/** What says that the learner scrolls by themselves. */
const ownScrolling = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** Pixels by which a question may stand beside its place. */
const nearEnoughPx = 24

/** What the questions scroll in. */
const paneOf = (place: HTMLElement): Element => place.closest('[data-scrolls]') ?? document.documentElement

const topInPane = (place: HTMLElement) => {
  const pane = paneOf(place)
  return place.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop
}

const isAtItsPlace = (place: HTMLElement) => {
  const pane = paneOf(place)
  const { scrollMarginBlockStart } = getComputedStyle(place)
  const { top, bottom } = place.getBoundingClientRect()
  const { top: paneTop, bottom: paneBottom } = pane.getBoundingClientRect()
  const wantedPx = paneTop + (Number.parseFloat(scrollMarginBlockStart) || 0)
  // At the end a scroll can't bring it further up.
  const isEnd = pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 1
  return Math.abs(top - wantedPx) <= nearEnoughPx || (isEnd && top >= paneTop && bottom <= paneBottom)
}

/**
 * Leads to the current question of a list when it opens and whenever the learner moves to it: the view scrolls there, smoothly unless motion isn't
 * wanted, and the focus goes to its heading. A question that became current because the learner does something in it is where
 * they are already. Answers how to say that they do.
 */
export const useScrollToCurrent = (parts: {
  readonly list: RefObject<HTMLElement | null>
  readonly currentQuestionId: string
  /** Counts the wishes to be led to a question that is current already. */
  readonly wishes: number
  readonly isFirst: boolean
}): ((questionId: string) => void) => {
  const { list, currentQuestionId, wishes, isFirst } = parts
  const interactedWith = useRef<string>(undefined)
  const before = useRef<{ questionId: string; wishes: number }>(undefined)

  useEffect(() => {
    const isOpening = before.current === undefined
    const isByInteraction = interactedWith.current === currentQuestionId && before.current?.wishes === wishes
    before.current = { questionId: currentQuestionId, wishes }
    interactedWith.current = undefined
    if (isByInteraction) return
    const find = () => list.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(currentQuestionId)}"]`) ?? undefined
    find()?.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
    if (isOpening && isFirst) return
    let begun: { readonly scrolledPx: number; readonly placePx: number } | undefined
    const stop = scrollToQuestion({
      isThere: () => {
        const place = find()
        if (!place || !begun || isAtItsPlace(place)) return true
        // It stands where it stood, and the pane has moved: somebody has scrolled on by themselves.
        return paneOf(place).scrollTop !== begun.scrolledPx && Math.abs(topInPane(place) - begun.placePx) <= nearEnoughPx
      },
      scroll: () => {
        const place = find()
        if (!place) return
        begun = { scrolledPx: paneOf(place).scrollTop, placePx: topInPane(place) }
        const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
        place.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'start' })
      },
    })
    for (const type of ownScrolling) addEventListener(type, stop, { capture: true, passive: true })
    return () => {
      stop()
      for (const type of ownScrolling) removeEventListener(type, stop, { capture: true })
    }
  }, [list, currentQuestionId, wishes, isFirst])

  return (questionId) => {
    interactedWith.current = questionId
  }
}
