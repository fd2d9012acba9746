import type { PanelProps } from '../panel-props.ts'
import styles from './panel.module.css'
import type { StaticTextQuestion } from './rules.ts'

/** The text itself is the question's, which the screen shows; here stands only that it asks for nothing. */
const StaticTextPanel = ({ text }: PanelProps<StaticTextQuestion, null>) => (
  <p className={styles.note}>{text('question.nothingToAnswer')}</p>
)
export default StaticTextPanel
