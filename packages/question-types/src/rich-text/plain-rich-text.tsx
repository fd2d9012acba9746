import { type ReactNode, useState } from 'react'
import { PlainField } from '../typing/plain-field.tsx'
import { readAsWritten } from './reading.ts'
import { documentOfText, isPlainText, plainTextOf } from './rich-document.ts'
import styles from './rich-text-field.module.css'
import type { RichTextProps } from './rich-text-props.ts'
import { writeRichText } from './write-rich-text.ts'

/**
 * A plain field in place of the editor, where that could not be loaded. What was written with marks or pictures is kept as it is
 * and shown above; what is typed here is added to it.
 */
export const PlainRichText = ({
  value,
  onChange,
  renderHtml,
  ...props
}: RichTextProps & { renderHtml(html: string): ReactNode }) => {
  const { text } = props
  const [start] = useState(() => {
    const document = readAsWritten(value)
    return isPlainText(document) ? { kept: '', typed: plainTextOf(document) } : { kept: value, typed: '' }
  })
  const [typed, setTyped] = useState(start.typed)
  return (
    <div className={styles.plain}>
      <p className={styles.note}>{text(start.kept === '' ? 'question.editorMissing' : 'question.editorMissingAdd')}</p>
      {start.kept !== '' && <div className={styles.kept}>{renderHtml(start.kept)}</div>}
      <PlainField
        value={typed}
        onChange={(changed) => {
          setTyped(changed)
          onChange(start.kept + writeRichText(documentOfText(changed)))
        }}
        lines={10}
        // Each line takes a paragraph's marks on top of its text.
        maxCharacters={Math.floor((props.maxCharacters - start.kept.length) / 2)}
        showWordCount={props.showWordCount}
        disabled={props.disabled}
        labelledBy={props.labelledBy}
        text={text}
        onTextFocus={props.onTextFocus}
      />
    </div>
  )
}
