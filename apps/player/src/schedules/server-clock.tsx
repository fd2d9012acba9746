import { time } from '@sitwell/contract'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { usePlayer } from '../api/player-context.tsx'
import { clockTime } from './schedule-date.ts'
import styles from './server-clock.module.css'

type State = 'fetching' | 'known' | 'failed'

/** The server's time, ticking every second (spec 2 §2). */
export const ServerClock = ({ timeZone }: { readonly timeZone: string }) => {
  const { api, session, clock, text, language } = usePlayer()
  const [state, setState] = useState<State>('fetching')
  const [nowMs, setNowMs] = useState(0)
  const userGuid = session.user.guid

  useEffect(() => {
    const leaving = new AbortController()
    const learn = clock.ask()
    void api.call(time, { query: { userGuid } }, { signal: leaving.signal }).then((outcome) => {
      if (leaving.signal.aborted) return
      const serverMs = outcome.ok ? Date.parse(outcome.value.time) : Number.NaN
      if (Number.isNaN(serverMs)) return setState('failed')
      learn(serverMs)
      setNowMs(clock.nowMs())
      setState('known')
    })
    return () => leaving.abort()
  }, [api, userGuid, clock])

  useEffect(() => {
    if (state !== 'known') return
    const timer = setInterval(() => setNowMs(clock.nowMs()), 1000)
    return () => clearInterval(timer)
  }, [state, clock])

  return (
    <p className={styles.clock} data-testid="server-clock">
      <Icon name="clock" />
      {state === 'fetching' && text('schedules.fetchingTime')}
      {state === 'failed' && text('schedules.timeFailed')}
      {state === 'known' && (
        <>
          <span className={styles.label}>{text('schedules.serverTime')}</span>
          <time className={styles.time}>{clockTime(nowMs, timeZone, language.code)}</time>
        </>
      )}
    </p>
  )
}
