import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * The question that shows. It changes in the very frame of the learner's click; the address, of which the router makes a round
 * through the whole page, follows once that frame is painted. Where the address changes by itself (Back), it leads.
 */
export const useShownQuestion = (address: string, goTo: (questionId: string) => void) => {
  const [shown, setShown] = useState(address)
  /** Opened, and the address isn't there yet. */
  const onTheirWay = useRef<string[]>([])

  useLayoutEffect(() => {
    const own = onTheirWay.current.indexOf(address)
    onTheirWay.current = own === -1 ? [] : onTheirWay.current.slice(own + 1)
    // An earlier click's address comes by on the way to a later one's.
    if (onTheirWay.current.length === 0) setShown(address)
  }, [address])

  const open = useCallback(
    (questionId: string) => {
      setShown(questionId)
      onTheirWay.current.push(questionId)
      afterPaint(() => goTo(questionId))
    },
    [goTo],
  )
  return [shown, open] as const
}
