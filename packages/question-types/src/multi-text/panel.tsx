import { memo, useCallback, useId, useRef } from 'react'
import type { PanelProps } from '../panel-props.ts'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { PlainField } from '../typing/plain-field.tsx'
import styles from './panel.module.css'
import { type MultiTextAnswer, type MultiTextQuestion, type Part, partCharacters } from './rules.ts'

/** A field for each part, with its own text and, where there are several, its marks (spec 2 §5). */
const MultiTextPanel = (props: PanelProps<MultiTextQuestion, MultiTextAnswer>) => {
  const { question, answer, onChange, labelledBy } = props
  const { parts } = question
  const latest = useRef({ answer, onChange })
  latest.current = { answer, onChange }
  const changePart = useCallback(
    (changed: number, text: string) =>
      latest.current.onChange(parts.map((_, index) => (index === changed ? text : (latest.current.answer[index] ?? '')))),
    [parts],
  )
  return (
    <div role="group" aria-labelledby={labelledBy} className={styles.parts}>
      {parts.map((part, index) => (
        <PartField
          key={part.id}
          {...props}
          part={part}
          index={index}
          isOnly={parts.length === 1}
          answer={answer[index] ?? ''}
          onChange={changePart}
        />
      ))}
    </div>
  )
}
export default MultiTextPanel

type PartProps = Omit<PanelProps<MultiTextQuestion, MultiTextAnswer>, 'answer' | 'onChange'> & {
  readonly part: Part
  readonly isOnly: boolean
  readonly answer: string
  /** Its place among the parts, from 0. */
  readonly index: number
  onChange(index: number, text: string): void
}

/** One part: a key in another one doesn't draw it again. */
const PartField = memo(({ question, part, isOnly, answer, index, onChange, ...props }: PartProps) => {
  const { disabled, labelledBy, renderHtml, text, onTextFocus } = props
  const nameId = useId()
  const marks = text('question.marks', { marks: part.marks })
  // A part without a text of its own is named by the question.
  const names = part.text === '' ? `${labelledBy} ${nameId}` : nameId
  const field = { value: answer, onChange: (typed: string) => onChange(index, typed) }
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <div id={nameId} className={styles.text}>
          {part.text === '' ? text('question.writeHere') : renderHtml(part.text)}
        </div>
        {!isOnly && <span className={styles.marks}>{marks}</span>}
      </div>
      {part.usesRichText ? (
        <RichTextField
          {...props}
          {...field}
          height={part.workingAreaSize}
          maxCharacters={partCharacters(question)}
          showWordCount={part.showWordCount}
          allowsPaste={part.allowsPaste}
          labelledBy={names}
        />
      ) : (
        <PlainField
          {...field}
          lines={part.lineCount}
          maxCharacters={partCharacters(question)}
          showWordCount={part.showWordCount}
          disabled={disabled}
          labelledBy={names}
          suffix={part.suffix === '' ? undefined : renderHtml(part.suffix)}
          text={text}
          onTextFocus={onTextFocus}
        />
      )}
    </div>
  )
})
