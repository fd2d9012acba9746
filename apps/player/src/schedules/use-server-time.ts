import { time } from '@sitwell/contract'
import { useEffect, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'

/** Whether the server has told its time since the page opened. */
export type ServerTime = 'fetching' | 'known' | 'failed'

/** Asks the server for its time once, and gives it to the player's clock. */
export const useServerTime = (): ServerTime => {
  const { api, session, clock } = usePlayer()
  const [state, setState] = useState<ServerTime>('fetching')
  const userGuid = session.user.guid
  useEffect(() => {
    const leaving = new AbortController()
    const learn = clock.ask()
    void api.call(time, { query: { userGuid } }, { signal: leaving.signal }).then((outcome) => {
      if (leaving.signal.aborted) return
      const serverMs = outcome.ok ? Date.parse(outcome.value.time) : Number.NaN
      if (Number.isNaN(serverMs)) return setState('failed')
      learn(serverMs)
      setState('known')
    })
    return () => leaving.abort()
  }, [api, userGuid, clock])
  return state
}
