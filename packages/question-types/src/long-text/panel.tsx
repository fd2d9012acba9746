import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import type { PanelProps } from '../panel-props.ts'
import { wordCount } from '../word-count.ts'
import styles from './panel.module.css'
import type { LongTextAnswer, LongTextQuestion } from './rules.ts'

/**
 * A field that grows with its text. Nothing is copied out of it, pasted or dropped into it (spec 2 §5, decisions), and a learner
 * who tries is told so.
 */
const LongTextPanel = ({
  question,
  answer,
  onChange,
  disabled,
  labelledBy,
  text,
  onTextFocus,
}: PanelProps<LongTextQuestion, LongTextAnswer>) => {
  const [refused, setRefused] = useState(false)
  const nameId = useId()
  const countId = useId()
  // A field that goes away with the focus in it is never blurred; the arrow keys come back all the same.
  const tellFocus = useRef(onTextFocus)
  tellFocus.current = onTextFocus
  useEffect(() => () => tellFocus.current(false), [])

  const refuse = (event: SyntheticEvent) => {
    event.preventDefault()
    setRefused(true)
  }
  // A phone's keyboard pastes without a paste event.
  const field = useRef<HTMLTextAreaElement>(null)
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

  const words = wordCount(answer)
  return (
    <div className={styles.panel}>
      <label id={nameId} htmlFor={`${nameId}-field`} className={styles.name}>
        {text('question.writeHere')}
      </label>
      {/* The copy of the text in `data-text` gives the field its height. */}
      <div className={styles.grow} data-text={answer}>
        <textarea
          ref={field}
          id={`${nameId}-field`}
          className={styles.field}
          aria-labelledby={`${labelledBy} ${nameId}`}
          aria-describedby={question.showWordCount ? countId : undefined}
          rows={question.lineCount}
          value={answer}
          readOnly={disabled}
          aria-disabled={disabled || undefined}
          spellCheck={false}
          autoComplete="off"
          autoCorrect="off"
          data-gramm="false"
          dir="auto"
          onChange={(event) => {
            setRefused(false)
            onChange(event.target.value)
          }}
          onFocus={() => onTextFocus(true)}
          onBlur={() => onTextFocus(false)}
          onPaste={refuse}
          onCopy={refuse}
          onCut={refuse}
          onDrop={refuse}
          onDragStart={refuse}
        />
      </div>
      <div className={styles.foot}>
        <p role="status" className={styles.note}>
          {refused && text('question.noPaste')}
        </p>
        {question.showWordCount && (
          <p id={countId} className={styles.count}>
            {words === 1 ? text('question.oneWord') : text('question.words', { count: words })}
          </p>
        )}
      </div>
    </div>
  )
}
export default LongTextPanel
