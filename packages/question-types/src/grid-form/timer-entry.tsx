import { useEffect, useRef, useState } from 'react'
import { ticked } from './field-value.ts'
import styles from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'
import { createGridTimer, type GridTimerState, gridTimerAt } from './grid-timer.ts'

/** Runs while its row is shown and the form is open; what it does at its end is kept with the answer, and done once. */
export const TimerEntry = ({ field, hands }: { readonly field: ComponentOf<'timer'>; readonly hands: FormHands }) => {
  const { answer, isLocked, fill, nowMs } = hands
  const isOver = answer.values.has(field.id)
  const [state, setState] = useState<GridTimerState>(() => gridTimerAt(field, 0))
  const finish = useRef(() => {})
  finish.current = () => fill(field, ticked, { action: field.action, rowStates: field.rowStates })
  const clock = useRef(nowMs)
  clock.current = nowMs
  const [timer] = useState(() =>
    createGridTimer(field, {
      nowMs: () => clock.current(),
      onChange(now) {
        setState(now)
        if (now.phase === 'fired') finish.current()
      },
    }),
  )
  const runs = !isLocked && !isOver
  useEffect(() => {
    if (!runs) return
    timer.run()
    return () => timer.hold()
  }, [timer, runs])

  const isFinished = isOver || state.phase !== 'running'
  return (
    <p className={styles.timer}>
      <span className={field.hidesLabel ? styles.unseen : undefined}>{field.label}</span>
      {!isFinished && (
        <span aria-hidden="true" className={styles.dots}>
          {'.'.repeat(state.dots)}
        </span>
      )}
      <span role="status" className={styles.finished}>
        {isFinished && field.finishedText}
      </span>
    </p>
  )
}
