import { type CSSProperties, type ReactNode, useId } from 'react'
import type { PanelProps } from '../panel-props.ts'
import { fieldProps } from './field-props.ts'
import { copyFor } from './growing-field.ts'
import styles from './plain-field.module.css'
import typed from './typed-field.module.css'
import { TypingArea } from './typing-area.tsx'
import { WordCountNote } from './word-count-note.tsx'

/** A field of one line, or of some that grow with their text; what names it stands elsewhere. */
export const PlainField = ({
  value,
  onChange,
  lines,
  maxCharacters,
  showWordCount,
  disabled,
  labelledBy,
  suffix,
  text,
  onTextFocus,
}: Pick<PanelProps, 'disabled' | 'labelledBy' | 'text' | 'onTextFocus'> & {
  readonly value: string
  onChange(value: string): void
  /** How many lines the empty field shows; 1 is a field of one line. */
  readonly lines: number
  readonly maxCharacters: number
  readonly showWordCount: boolean
  /** What stands behind the field, as a unit. */
  readonly suffix?: ReactNode
}) => {
  const countId = useId()
  const suffixId = useId()
  const described = [...(suffix === undefined ? [] : [suffixId]), ...(showWordCount ? [countId] : [])].join(' ')
  const field = {
    ...fieldProps,
    'aria-labelledby': labelledBy,
    'aria-describedby': described || undefined,
    'aria-disabled': disabled || undefined,
    value,
    readOnly: disabled,
    maxLength: maxCharacters,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <TypingArea
      text={text}
      onTextFocus={onTextFocus}
      foot={showWordCount && <WordCountNote id={countId} words={value} text={text} />}
    >
      <div className={styles.row}>
        {lines === 1 ? (
          <input type="text" className={styles.line} {...field} />
        ) : (
          <div className={`${typed.grow} ${styles.grow}`} data-text={copyFor(value)}>
            <textarea className={typed.field} rows={lines} style={{ '--lines': lines } as CSSProperties} {...field} />
          </div>
        )}
        {suffix !== undefined && (
          <div id={suffixId} className={styles.suffix}>
            {suffix}
          </div>
        )}
      </div>
    </TypingArea>
  )
}
