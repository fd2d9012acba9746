import { afterPaint } from '@sitwell/layer/after-paint.ts'
import { useIsLatest } from '@sitwell/navigation/navigation.tsx'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/**
 * The question that shows. It changes in the very frame of the learner's click; the address, of which the router makes a round
 * through the whole page, follows once that frame is painted. Where the address changes by itself (Back), it leads.
 */
export const useShownQuestion = (address: string, goTo: (questionId: string) => void) => {
  const [shown, setShown] = useState(address)
  /** Opened, and the address hasn't been asked for yet. */
  const toBeAsked = useRef(0)
  // Anew with each page that shows: Back may lead to the one that showed before the last click's was drawn.
  const isLatest = useIsLatest()

  useLayoutEffect(() => {
    // An earlier click's address comes by on the way to a later one's.
    if (toBeAsked.current === 0 && isLatest()) setShown(address)
  }, [address, isLatest])

  const open = useCallback(
    (questionId: string) => {
      setShown(questionId)
      toBeAsked.current++
      afterPaint(() => {
        toBeAsked.current--
        goTo(questionId)
      })
    },
    [goTo],
  )
  return [shown, open] as const
}
