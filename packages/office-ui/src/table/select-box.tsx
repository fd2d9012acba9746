import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import styles from './select-box.module.css'

/** The box that selects a row, or all of them. Shift with a press or with Space is a range. */
export const SelectBox = ({
  label,
  state,
  onToggle,
}: {
  readonly label: string
  readonly state: 'none' | 'some' | 'all'
  onToggle(isRange: boolean): void
}) => {
  const isRangePress = useRef(false)
  const holdShift = (event: MouseEvent) => {
    // The browser would select the text between the two presses.
    if (event.shiftKey) event.preventDefault()
  }
  const pressSpace = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !event.shiftKey) return
    event.preventDefault()
    isRangePress.current = true
    if (!event.repeat) onToggle(true)
  }
  const letSpaceGo = (event: KeyboardEvent) => {
    // Firefox presses a box as Space is let go, whatever became of its going down.
    if (event.key === ' ' && isRangePress.current) event.preventDefault()
    isRangePress.current = false
  }
  return (
    <label className={styles.target} onMouseDown={holdShift}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={state === 'all'}
        onClick={(event) => {
          if (event.shiftKey) event.currentTarget.focus()
          onToggle(event.shiftKey)
        }}
        onKeyDown={pressSpace}
        onKeyUp={letSpaceGo}
        readOnly
      />
    </label>
  )
}
