import { clockDisplay, isTimeUp, isWarning } from '@sitwell/exam/clock-display'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useSyncExternalStore } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { FormRun } from '../../sync/form-run.ts'
import styles from './timer.module.css'
import { useTimeAnnouncement } from './use-time-announcement.ts'

const sizePx = 64
const radiusPx = 24
const circumference = 2 * Math.PI * radiusPx

/** The ring that empties with the time, and what is left of it. A screen reader hears a few moments only. */
export const Timer = ({ formRun }: { readonly formRun: FormRun }) => {
  const { text } = usePlayer()
  const { time } = formRun
  const view = useSyncExternalStore(time.subscribe, time.read)
  const announced = useTimeAnnouncement(view)
  const { leftMs, startMs, endMs, warningMs } = view.timer
  const isTimed = leftMs !== undefined
  const wholeMs = Math.abs(startMs - endMs)
  const fraction = isTimed && wholeMs > 0 ? Math.min(1, leftMs / wholeMs) : 0
  return (
    <div className={styles.timer}>
      {isTimed && (
        <div
          role="timer"
          aria-label={text(view.isReading ? 'exam.readingTimeLeft' : 'exam.timeLeft')}
          aria-live="off"
          className={classNames(
            styles.face,
            isWarning(leftMs, warningMs) && styles.warning,
            isTimeUp(leftMs) && styles.up,
            view.pausedBy !== undefined && styles.paused,
          )}
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
      )}
      <p role="status" className={styles.spoken}>
        {announced}
      </p>
    </div>
  )
}
