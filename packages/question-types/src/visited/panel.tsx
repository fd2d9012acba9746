import type { PanelProps } from '../panel-props.ts'
import styles from '../static-text/panel.module.css'
import { useReportWhenLeft } from './panel-leaving.ts'
import type { VisitedQuestion } from './rules.ts'
import type { VisitedAnswer } from './visited-answer.ts'

/** Nothing to see of its own; an empty page would look like a fault, so it says that there is nothing to do. */
const VisitedPanel = ({ answer, onChange, disabled, text }: PanelProps<VisitedQuestion, VisitedAnswer>) => {
  useReportWhenLeft({ answer, onChange, disabled })
  return <p className={styles.note}>{text('question.nothingToDo')}</p>
}
export default VisitedPanel
