import { type CSSProperties, useId } from 'react'
import type { PanelProps } from '../panel-props.ts'
import { fieldProps } from './field-props.ts'
import { copyFor } from './growing-field.ts'
import styles from './typed-field.module.css'
import { TypingArea } from './typing-area.tsx'
import { WordCountNote } from './word-count-note.tsx'

/** A field of some lines under its name, which grows with its text. `name` is HTML where `renderHtml` is given. */
export const TypedField = ({
  name,
  lines,
  value,
  onChange,
  showWordCount,
  disabled,
  labelledBy,
  renderHtml,
  text,
  onTextFocus,
}: Pick<PanelProps, 'disabled' | 'labelledBy' | 'text' | 'onTextFocus'> & {
  readonly name: string
  /** How many lines the empty field shows. */
  readonly lines: number
  readonly value: string
  onChange(value: string): void
  readonly showWordCount: boolean
  readonly renderHtml?: PanelProps['renderHtml']
}) => {
  const nameId = useId()
  const countId = useId()
  return (
    <div className={styles.panel}>
      <label id={nameId} htmlFor={`${nameId}-field`} className={styles.name}>
        {renderHtml ? renderHtml(name) : name}
      </label>
      <TypingArea
        text={text}
        onTextFocus={onTextFocus}
        foot={showWordCount && <WordCountNote id={countId} words={value} text={text} />}
      >
        <div className={styles.grow} data-text={copyFor(value)}>
          <textarea
            {...fieldProps}
            id={`${nameId}-field`}
            className={styles.field}
            aria-labelledby={`${labelledBy} ${nameId}`}
            aria-describedby={showWordCount ? countId : undefined}
            rows={lines}
            style={{ '--lines': lines } as CSSProperties}
            value={value}
            readOnly={disabled}
            aria-disabled={disabled || undefined}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      </TypingArea>
    </div>
  )
}
