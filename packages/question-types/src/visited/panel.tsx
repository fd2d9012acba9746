import type { PanelProps } from '../panel-props.ts'
import styles from './panel.module.css'
import { useReportWhenLeft } from './panel-leaving.ts'
import type { VisitedQuestion } from './rules.ts'
import type { VisitedAnswer } from './visited-answer.ts'

/** Shows nothing (spec 2 §3). A screen reader announces that there is nothing to do, because its user can't see that at a glance. */
const VisitedPanel = ({ answer, onChange, disabled, text }: PanelProps<VisitedQuestion, VisitedAnswer>) => {
  useReportWhenLeft({ answer, onChange, disabled })
  return <p className={styles.spoken}>{text('question.nothingToDo')}</p>
}
export default VisitedPanel
