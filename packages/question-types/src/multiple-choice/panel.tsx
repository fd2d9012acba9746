import styles from '../option/option-list.module.css'
import { type ChoicesProps, choicePanel } from './choice-panel.tsx'
import { TickRow } from './tick-row.tsx'

const Ticks = ({ question, ticked, onToggle, disabled, renderHtml }: ChoicesProps) => (
  <div className={styles.list}>
    {question.options.map((option) => (
      <TickRow
        key={option.id}
        option={option}
        isTicked={ticked.includes(option.id)}
        onToggle={(isTicked) => onToggle(option.id, isTicked)}
        disabled={disabled}
        renderHtml={renderHtml}
      />
    ))}
  </div>
)

/** Tick boxes below each other. */
export default choicePanel(Ticks)
