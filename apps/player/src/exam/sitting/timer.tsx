import { announcement, clockDisplay, isTimeUp, isWarning } from '@sitwell/exam/clock-display'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { FormRun } from '../../sync/form-run.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './timer.module.css'

const minuteMs = 60_000
const sizePx = 64
const radiusPx = 24
const circumference = 2 * Math.PI * radiusPx

/** The ring that empties with the time, and what is left of it. A screen reader hears a few moments only. */
export const Timer = ({ formRun }: { readonly formRun: FormRun }) => {
  const { text } = usePlayer()
  const { time } = formRun
  const { timer, isReading } = useSyncExternalStore(time.subscribe, time.read)
  const { leftMs = 0, givenMs, warningMs } = timer
  const [announced, setAnnounced] = useState<number>()
  const before = useRef({ leftMs, isReading })
  useEffect(() => {
    const moment = before.current.isReading === isReading ? announcement(before.current.leftMs, leftMs, warningMs) : undefined
    before.current = { leftMs, isReading }
    if (moment !== undefined) setAnnounced(moment)
  }, [leftMs, warningMs, isReading])
  if (timer.leftMs === undefined) return null

  const inWords = (ms: number) => {
    if (ms < minuteMs) return text('exam.secondsLeft', { seconds: Math.ceil(ms / 1000) })
    return ms === minuteMs ? text('exam.oneMinuteLeft') : text('exam.minutesLeft', { minutes: Math.ceil(ms / minuteMs) })
  }
  const fraction = givenMs > 0 ? Math.min(1, leftMs / givenMs) : 0
  return (
    <div className={styles.timer}>
      <div
        role="timer"
        aria-label={text('exam.timeLeft')}
        aria-live="off"
        className={classNames(styles.face, isWarning(leftMs, warningMs) && styles.warning, isTimeUp(leftMs) && styles.up)}
      >
        <svg width={sizePx} height={sizePx} viewBox={`0 0 ${sizePx} ${sizePx}`} aria-hidden="true">
          <circle className={styles.track} cx={sizePx / 2} cy={sizePx / 2} r={radiusPx} />
          <circle
            className={styles.left}
            cx={sizePx / 2}
            cy={sizePx / 2}
            r={radiusPx}
            strokeDasharray={circumference}
            strokeDashoffset={circumference * (1 - fraction)}
          />
        </svg>
        <span className={styles.reading}>{clockDisplay(leftMs)}</span>
      </div>
      <p role="status" className={styles.spoken}>
        {announced === undefined ? '' : inWords(announced)}
      </p>
    </div>
  )
}
