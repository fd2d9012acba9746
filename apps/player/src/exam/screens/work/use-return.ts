import { useEffect, useRef } from 'react'
import { questionPaneId } from './pane-ids.ts'
import type { Source } from './use-source.ts'

/** Who comes back from the review comes to the question: nothing is in its place, and its heading has the focus. */
export const useReturn = ({ isInPlace, isShown, showQuestion }: Source, isHidden: boolean) => {
  // Before they come back, and also if the window is turned meanwhile.
  useEffect(() => {
    if (isHidden && isInPlace && isShown) showQuestion()
  })
  const wasHidden = useRef(isHidden)
  useEffect(() => {
    const returns = wasHidden.current && !isHidden
    wasHidden.current = isHidden
    // Among several, the current one takes it by itself.
    if (returns) document.querySelector<HTMLElement>(`#${questionPaneId} h1[id^="question-"]`)?.focus({ preventScroll: true })
  }, [isHidden])
}
