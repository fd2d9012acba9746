import type { Schedule } from '@sitwell/contract'
import { useEffect, useRef } from 'react'
import { usePlayer } from '../context/player-context.tsx'

/** Milliseconds between two looks. */
const everyMs = 60_000

/**
 * While something waits, looks once a minute as long as the page is visible, and as it becomes visible; and as soon as a start that comes soon, or is held, is
 * changed.
 */
export const useLooks = (isWaiting: boolean, schedules: readonly Schedule[], look: () => void): void => {
  const player = usePlayer()
  const latest = useRef(schedules)
  latest.current = schedules
  useEffect(() => {
    if (!isWaiting) return
    const lookIfVisible = () => {
      if (document.visibilityState === 'visible') look()
    }
    const timer = setInterval(lookIfVisible, everyMs)
    document.addEventListener('visibilitychange', lookIfVisible)
    // If its code doesn't come, there are the looks.
    const following = import('./follow-starts.ts').then(
      ({ followStartsBy }) => followStartsBy(player, () => latest.current, look),
      player.reportError,
    )
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfVisible)
      void following.then((stop) => stop?.())
    }
  }, [isWaiting, look, player])
}
