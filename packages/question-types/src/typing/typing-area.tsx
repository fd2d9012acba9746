import { type FocusEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { PanelProps } from '../panel-props.ts'
import styles from './typing-area.module.css'

const isTextField = (element: EventTarget) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** The most characters of a field that holds so many, and takes no more; undefined of any other. */
const fullAt = (element: EventTarget): number | undefined =>
  isTextField(element) && element.maxLength > 0 && element.value.length >= element.maxLength ? element.maxLength : undefined

/**
 * Stands around the text fields of a panel. Nothing is copied out of them, pasted or dropped into them (spec 2 §5, decisions), and
 * a learner who tries is told so beside `foot`, as is one whose field is full. The arrow keys stay with the field that has the focus (spec 2 §4).
 */
export const TypingArea = ({
  children,
  foot,
  text,
  onTextFocus,
}: Pick<PanelProps, 'text' | 'onTextFocus'> & { readonly children: ReactNode; readonly foot?: ReactNode }) => {
  const [refused, setRefused] = useState(false)
  const [most, setMost] = useState<number>()
  // A field that goes away with the focus in it is never blurred; the arrow keys come back all the same.
  const tellFocus = useRef(onTextFocus)
  tellFocus.current = onTextFocus
  useEffect(() => () => tellFocus.current(false), [])

  const refuse = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isTextField(event.target)) setRefused(true)
  }
  const tell = (event: FocusEvent, focused: boolean) => {
    if (isTextField(event.target)) onTextFocus(focused)
  }
  // A phone's keyboard pastes without a paste event.
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = area.current
    const refuseInsertion = (event: InputEvent) => {
      if (event.inputType !== 'insertFromPaste' && event.inputType !== 'insertFromDrop') return
      event.preventDefault()
      setRefused(true)
    }
    element?.addEventListener('beforeinput', refuseInsertion)
    return () => element?.removeEventListener('beforeinput', refuseInsertion)
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears of the fields within it
    <div
      ref={area}
      onInput={({ target }) => {
        setRefused(false)
        setMost(fullAt(target))
      }}
      onFocus={(event) => tell(event, true)}
      onBlur={(event) => tell(event, false)}
      onPaste={refuse}
      onCopy={refuse}
      onCut={refuse}
      onDrop={refuse}
      onDragStart={refuse}
    >
      {children}
      <div className={styles.foot}>
        <p role="status" className={styles.note}>
          {refused ? text('question.noPaste') : most !== undefined && text('question.fieldFull', { most })}
        </p>
        {foot}
      </div>
    </div>
  )
}
