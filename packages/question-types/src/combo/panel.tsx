import { useId } from 'react'
import { Dropdown } from '../option/dropdown.tsx'
import type { PanelProps } from '../panel-props.ts'
import styles from './panel.module.css'
import type { ComboAnswer, ComboQuestion } from './rules.ts'

/** A dropdown, with its label before it where the author gave one. */
const ComboPanel = ({ question, answer, labelledBy, renderHtml, ...others }: PanelProps<ComboQuestion, ComboAnswer>) => {
  const labelId = useId()
  const hasLabel = question.dropdownLabel !== ''
  return (
    <div className={styles.panel}>
      {hasLabel && (
        <div id={labelId} className={styles.label}>
          {renderHtml(question.dropdownLabel)}
        </div>
      )}
      <Dropdown
        {...others}
        entries={question.options}
        value={answer}
        renderHtml={renderHtml}
        aria-labelledby={hasLabel ? `${labelledBy} ${labelId}` : labelledBy}
      />
    </div>
  )
}
export default ComboPanel
