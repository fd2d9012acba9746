import { clockDisplay, isTimeUp, isWarning } from '@sitwell/exam/time/clock-display'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { memo, Suspense, useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { useDisplay } from '../display/use-display.tsx'
import { LazyTimePanel } from './lazy-time-panel.tsx'
import { timeWords } from './time-words.ts'
import styles from './timer.module.css'
import { useTimeAnnouncement } from './use-time-announcement.ts'

const sizePx = 64
const radiusPx = 24
const circumference = 2 * Math.PI * radiusPx

/** How much of the ring is left, from 0 to 1. */
const fractionLeft = (leftMs: number | undefined, wholeMs: number) =>
  leftMs !== undefined && wholeMs > 0 ? Math.min(1, leftMs / wholeMs) : 0

interface TimerProps {
  readonly formRun: FormRun
  /** It stands, and there is nothing to press. */
  readonly isPaused?: boolean
}

/**
 * The ring that empties with the time, and what is left of it. Pressed, it says so in words, and lets the learner hide it and change
 * the size of texts. A screen reader hears a few moments only, and whenever it asks.
 */
export const Timer = memo(({ formRun, isPaused = false }: TimerProps) => {
  const { text } = usePlayer()
  const { hidesClock } = useDisplay()
  const { time } = formRun
  const view = useSyncExternalStore(time.subscribe, time.read)
  const announced = useTimeAnnouncement(view)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { leftMs, startMs, endMs, warningMs } = view.timer
  const isTimed = leftMs !== undefined
  const fraction = fractionLeft(leftMs, Math.abs(startMs - endMs))
  const isLate = isTimed && isWarning(leftMs, warningMs)
  // Whoever hid the clock sees it again once the time gets short.
  const isHidden = hidesClock && !isLate
  const left = isTimed ? timeWords(text, leftMs) : text('exam.noTime')
  const words = isTimed && view.isReading ? text('exam.readingLeft', { left }) : left
  const close = useCallback((isByKey: boolean) => {
    setOpen(false)
    if (isByKey) opener.current?.focus()
  }, [])
  return (
    <div className={styles.timer}>
      {isTimed && (
        <div
          role="timer"
          aria-label={words}
          aria-live="off"
          data-hidden={isHidden || undefined}
          className={classNames(
            styles.face,
            isLate && styles.warning,
            isTimeUp(leftMs) && styles.up,
            view.pausedBy !== undefined && styles.paused,
          )}
        >
          {isHidden ? (
            <Icon name="clock" />
          ) : (
            <>
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
              <span className={styles.reading}>{clockDisplay(leftMs, text('exam.minuteSign'), text('exam.secondSign'))}</span>
            </>
          )}
        </div>
      )}
      {!isPaused && (
        <button
          ref={opener}
          type="button"
          className={classNames(styles.opener, isTimed && styles.over)}
          aria-label={text('exam.timeAndText')}
          aria-expanded={isOpen}
          data-opens="time"
          data-once=""
          onClick={() => setOpen(!isOpen)}
        >
          {!isTimed && <span aria-hidden="true">Aa</span>}
        </button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <LazyTimePanel words={words} hasClock={isTimed} onClose={close} />
        </Suspense>
      )}
      <p role="status" className={styles.spoken}>
        {announced}
      </p>
    </div>
  )
})
