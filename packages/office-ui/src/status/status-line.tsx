import { clockTime } from '@sitwell/i18n/dates'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { useOfficeTexts } from '../office-texts.tsx'
import { ageOf } from './age.ts'
import styles from './status-line.module.css'

/** Milliseconds between two readings of the clock. */
const tickMs = 1000

const useNow = (): number => {
  const { now } = useOfficeTexts()
  const [nowMs, setNowMs] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), tickMs)
    return () => clearInterval(timer)
  }, [now])
  return nowMs
}

/**
 * When what is shown was read, and how long ago. It changes each second and is therefore not announced; that the connection was lost is,
 * once.
 */
export const StatusLine = ({
  asOfMs,
  staleAfterMs,
  disconnectedSinceMs,
}: {
  /** Unix ms, by the server's clock. */
  readonly asOfMs: number
  /** From this age on it stands out; never if absent. */
  readonly staleAfterMs?: number | undefined
  /** Unix ms; undefined while there is a connection. */
  readonly disconnectedSinceMs?: number | undefined
}) => {
  const { text, language, timeZone } = useOfficeTexts()
  const nowMs = useNow()
  const { id, count } = ageOf(asOfMs, nowMs)
  const isStale = staleAfterMs !== undefined && nowMs - asOfMs > staleAfterMs
  const timeOf = (atMs: number) => clockTime(atMs, timeZone, language.code)
  return (
    <div className={styles.line}>
      <div role="status">
        {disconnectedSinceMs !== undefined && (
          <span className={styles.lost}>
            <Icon name="offline" className={styles.icon} />
            <span>{text('status.disconnected', { time: timeOf(disconnectedSinceMs) })}</span>
          </span>
        )}
      </div>
      <span className={classNames(styles.age, isStale && styles.stale)}>
        <Icon name={isStale ? 'alert' : 'clock'} className={styles.icon} />
        <span>{text('status.asOf', { time: timeOf(asOfMs) })}</span>
        <span aria-hidden="true">·</span>
        <span>{text(id, { count })}</span>
      </span>
    </div>
  )
}
