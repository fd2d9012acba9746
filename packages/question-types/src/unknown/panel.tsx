import type { Question } from '@sitwell/contract'
import { useEffect } from 'react'
import type { PanelProps } from '../panel-props.ts'
import styles from './panel.module.css'
import { unknownTypeError } from './rules.ts'

/** Replaces a question that this player can't show, and reports it to support once; the exam goes on. */
const UnknownPanel = ({ question: { id, type }, reportError, text }: PanelProps<Question, null>) => {
  useEffect(() => reportError(new Error(unknownTypeError), `${type}, question ${id}`), [reportError, type, id])
  return (
    <div className={styles.panel}>
      <p className={styles.type}>{text('question.unsupportedType', { type })}</p>
      <p>{text('question.unsupportedHelp')}</p>
    </div>
  )
}
export default UnknownPanel
