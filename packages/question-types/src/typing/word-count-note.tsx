import type { PanelProps } from '../panel-props.ts'
import { wordCount } from '../word-count.ts'
import styles from './typing-area.module.css'

/** How many words there are, as `1 WORD` or `n WORDS` (spec 2 §5). */
export const WordCountNote = ({
  id,
  words,
  text,
}: {
  readonly id: string
  readonly words: string
  text: PanelProps['text']
}) => {
  return (
    <p id={id} className={styles.count}>
      {text('question.words', { count: wordCount(words) })}
    </p>
  )
}
