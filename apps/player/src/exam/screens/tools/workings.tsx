import { maxWorkingsCharacters } from '@sitwell/contract'
import { workingsRows } from '@sitwell/exam/paper/workings'
import { textScale } from '@sitwell/ui/text-scale.ts'
import { type SyntheticEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './workings.module.css'

const onResize = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** How a learner works a question out, kept with its answer: typed here, never pasted or dropped (spec 3 §5). */
export const Workings = ({
  value,
  isDisabled,
  onChange,
  onTextFocus,
}: {
  readonly value: string
  readonly isDisabled: boolean
  onChange(value: string): void
  /** While it has the focus the arrow keys are its own. */
  onTextFocus(focused: boolean): void
}) => {
  const { text } = usePlayer()
  const id = useId()
  const rows = useSyncExternalStore(onResize, () => workingsRows(innerHeight / textScale()))
  const [refused, setRefused] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // A field that goes away with the focus in it is never blurred; the arrow keys come back anyway.
  const tellFocus = useRef(onTextFocus)
  tellFocus.current = onTextFocus
  useEffect(() => () => tellFocus.current(false), [])
  // A phone's keyboard pastes without a paste event.
  useEffect(() => {
    const element = field.current
    const refuseInsertion = (event: InputEvent) => {
      if (event.inputType !== 'insertFromPaste' && event.inputType !== 'insertFromDrop') return
      event.preventDefault()
      setRefused(true)
    }
    element?.addEventListener('beforeinput', refuseInsertion)
    return () => element?.removeEventListener('beforeinput', refuseInsertion)
  }, [])
  const refuse = (event: SyntheticEvent) => {
    event.preventDefault()
    setRefused(true)
  }
  return (
    <div className={styles.box}>
      <label htmlFor={id} className={styles.label}>
        {text('tools.workings')}
      </label>
      <textarea
        ref={field}
        id={id}
        className={styles.field}
        rows={rows}
        dir="auto"
        spellCheck={false}
        autoComplete="off"
        autoCorrect="off"
        data-gramm="false"
        maxLength={maxWorkingsCharacters}
        value={value}
        readOnly={isDisabled}
        aria-disabled={isDisabled || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setRefused(false)
          onChange(event.target.value)
        }}
        onFocus={() => onTextFocus(true)}
        onBlur={() => onTextFocus(false)}
        onPaste={refuse}
        onDrop={refuse}
      />
      <p id={`${id}-note`} role="status" className={styles.note}>
        {refused
          ? text('tools.workingsNoPaste')
          : value.length >= maxWorkingsCharacters && text('tools.workingsFull', { most: maxWorkingsCharacters })}
      </p>
    </div>
  )
}
