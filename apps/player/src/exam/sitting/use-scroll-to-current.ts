import { type RefObject, useEffect, useRef } from 'react'
import { scrollToQuestion } from './scroll-to-question.ts'

/** What says that the learner scrolls by themselves. */
const ownScrolling = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** Pixels by which a question may stand beside its place. */
const nearEnoughPx = 24

const topInPage = (place: HTMLElement) => place.getBoundingClientRect().top + scrollY

const isAtItsPlace = (place: HTMLElement) => {
  const { scrollPaddingBlockStart } = getComputedStyle(document.documentElement)
  const { scrollMarginBlockStart } = getComputedStyle(place)
  const wantedPx = (Number.parseFloat(scrollPaddingBlockStart) || 0) + (Number.parseFloat(scrollMarginBlockStart) || 0)
  const { top, bottom } = place.getBoundingClientRect()
  // At the end of the page a scroll can't bring it further up.
  const isPageEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  return Math.abs(top - wantedPx) <= nearEnoughPx || (isPageEnd && top >= 0 && bottom <= innerHeight)
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
    let begun: { readonly pagePx: number; readonly placePx: number } | undefined
    const stop = scrollToQuestion({
      isThere: () => {
        const place = find()
        if (!place || !begun || isAtItsPlace(place)) return true
        // It stands where it stood, and the page has moved: somebody has scrolled on by themselves.
        return scrollY !== begun.pagePx && Math.abs(topInPage(place) - begun.placePx) <= nearEnoughPx
      },
      scroll: () => {
        const place = find()
        if (!place) return
        begun = { pagePx: scrollY, placePx: topInPage(place) }
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
