import { announcement, clockDisplay, isTimeUp, isWarning } from '@sitwell/exam/clock-display'
import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { ExamClock } from '../../sync/exam-clock.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './timer.module.css'

/** Milliseconds between two looks at the clock (spec 3 §9). */
const tickMs = 1000
const minuteMs = 60_000
const sizePx = 64
const radiusPx = 24
const circumference = 2 * Math.PI * radiusPx

/** The ring that empties with the time, and what is left of it. A screen reader hears a few moments only. */
export const Timer = ({
  clock,
  totalMs,
  warningMs,
  onTimeUp,
}: {
  readonly clock: ExamClock
  readonly totalMs: number
  readonly warningMs: number
  onTimeUp(): void
}) => {
  const { text } = usePlayer()
  const [leftMs, setLeftMs] = useState(() => clock.leftMs() ?? 0)
  const [announced, setAnnounced] = useState<number>()
  const before = useRef(leftMs)
  const timeUp = useRef(onTimeUp)
  timeUp.current = onTimeUp

  useEffect(() => {
    const tick = () => {
      const left = clock.leftMs() ?? 0
      const moment = announcement(before.current, left, warningMs)
      before.current = left
      setLeftMs(left)
      if (moment !== undefined) setAnnounced(moment)
      if (left > 0) return
      clearInterval(timer)
      timeUp.current()
    }
    const timer = setInterval(tick, tickMs)
    tick()
    return () => clearInterval(timer)
  }, [clock, warningMs])

  const inWords = (ms: number) => {
    if (ms < minuteMs) return text('exam.secondsLeft', { seconds: Math.ceil(ms / 1000) })
    return ms === minuteMs ? text('exam.oneMinuteLeft') : text('exam.minutesLeft', { minutes: Math.ceil(ms / minuteMs) })
  }
  const fraction = totalMs > 0 ? Math.min(1, leftMs / totalMs) : 0
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
