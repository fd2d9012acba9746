import { useLayoutEffect, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import type { ServerTime } from './use-server-time.ts'

/** The server's time in milliseconds since 1970, once a second while something waits for it; the computer's until the server has told it. */
export const useServerNow = (isWaiting: boolean, state: ServerTime): number => {
  const { clock } = usePlayer()
  const [nowMs, setNowMs] = useState(() => clock.nowMs())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server has just told is shown at once, before the next picture.
  useLayoutEffect(() => {
    if (!isWaiting) return
    const look = () => setNowMs(clock.nowMs())
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [clock, isWaiting, state])
  return nowMs
}
