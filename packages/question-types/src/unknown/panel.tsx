import type { Question } from '@sitwell/contract'
import type { PanelProps } from '../panel-props.ts'
import styles from './panel.module.css'

/** Stands in the place of a question that this player can't show; the exam goes on. */
const UnknownPanel = ({ question, text }: PanelProps<Question, null>) => (
  <div className={styles.panel}>
    <p className={styles.type}>{text('question.unsupportedType', { type: question.type })}</p>
    <p>{text('question.unsupportedHelp')}</p>
  </div>
)
export default UnknownPanel
