import type { CSSProperties } from 'react'
import styles from './typed-field.module.css'

/**
 * Whether the browser makes a field as high as its text. Where it doesn't, an unseen copy of the text does, which is laid out anew with
 * each key: of a long essay that takes longer than a frame.
 */
const growsByItself = globalThis.CSS?.supports('field-sizing', 'content') ?? false

/** What stands around a field of several lines that grows with its text; of the field itself, which shows so many lines empty. */
export const growing = (value: string, lines: number) => {
  if (!growsByItself) return { frame: { className: styles.grow, 'data-text': value }, style: undefined }
  const style: CSSProperties & Record<'--lines', number> = { '--lines': lines }
  return { frame: { className: styles.grown }, style }
}
