import type { Schedule } from '@sitwell/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'

/** Milliseconds between two looks. */
const everyMs = 60_000

/**
 * While something waits, looks once a minute as long as the page is visible, and as it becomes visible; and as soon as a start that comes soon, or is held, is
 * changed. Returns the place of what invigilators say meanwhile.
 */
export const useLooks = (isWaiting: boolean, schedules: readonly Schedule[], look: () => void): ReactNode => {
  const player = usePlayer()
  const latest = useRef(schedules)
  latest.current = schedules
  const [messages, setMessages] = useState<ReactNode>()
  useEffect(() => {
    if (!isWaiting) return
    const lookIfVisible = () => {
      if (document.visibilityState === 'visible') look()
    }
    const timer = setInterval(lookIfVisible, everyMs)
    document.addEventListener('visibilitychange', lookIfVisible)
    // If its code doesn't come, there are the looks.
    const following = import('./wait-for-list.ts').then(
      ({ waitForList }) => waitForList(player, () => latest.current, look, setMessages),
      player.reportError,
    )
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfVisible)
      void following.then((stop) => stop?.())
    }
  }, [isWaiting, look, player])
  return messages
}
