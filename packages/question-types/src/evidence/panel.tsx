import type { PanelProps } from '../panel-props.ts'
import { useReportWhenLeft } from '../visited/panel-leaving.ts'
import type { VisitedAnswer } from '../visited/visited-answer.ts'
import styles from './panel.module.css'
import { type EvidenceQuestion, evidencePrompt } from './rules.ts'

/** Asks for evidence; where to upload it stands with the exam's tools. */
const EvidencePanel = (props: PanelProps<EvidenceQuestion, VisitedAnswer>) => {
  const { question, answer, onChange, disabled, renderHtml, text } = props
  useReportWhenLeft({ answer, onChange, disabled })
  return <div className={styles.prompt}>{renderHtml(evidencePrompt(question, text('question.evidence')))}</div>
}
export default EvidencePanel
