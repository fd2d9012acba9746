import { clockTime } from '@sitwell/i18n/dates'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../context/player-context.tsx'
import styles from './server-clock.module.css'
import { useServerNow } from './use-server-now.ts'
import type { ServerTime } from './use-server-time.ts'

const says = {
  fetching: 'schedules.fetchingTime',
  failed: 'schedules.timeFailed',
  known: 'schedules.serverTime',
} as const satisfies Record<ServerTime, string>

/** The server's time, ticking every second (spec 2 §2). */
export const ServerClock = ({ state, timeZone }: { readonly state: ServerTime; readonly timeZone: string }) => {
  const { text, language } = usePlayer()
  const nowMs = useServerNow(state === 'known', state)

  return (
    <p className={styles.clock} data-testid="server-clock">
      <Icon name="clock" />
      <span>{text(says[state])}</span>
      {state === 'known' && <time className={styles.time}>{clockTime(nowMs, timeZone, language.code)}</time>}
    </p>
  )
}
