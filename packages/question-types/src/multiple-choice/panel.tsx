import { useId, useState } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox'
import styles from '../option/option-list.module.css'
import type { PanelProps } from '../panel-props.ts'
import { ExcessDialog } from './excess-dialog.tsx'
import { limitText } from './limit-text.ts'
import panel from './panel.module.css'
import { type MultipleChoiceAnswer, type MultipleChoiceQuestion, mostOptions, withoutExcess } from './rules.ts'

/**
 * Tick boxes. An answer with too many is shown until the dialog is confirmed, but never reported, so that it is never saved.
 */
const MultipleChoicePanel = ({
  question,
  answer,
  onChange,
  disabled,
  labelledBy,
  renderHtml,
  text,
}: PanelProps<MultipleChoiceQuestion, MultipleChoiceAnswer>) => {
  const [excess, setExcess] = useState<MultipleChoiceAnswer | null>(null)
  const limitId = useId()
  const most = mostOptions(question)
  const ticked = excess ?? answer

  const toggle = (id: string, selected: boolean) => {
    const next = selected ? [...answer.filter((one) => one !== id), id] : answer.filter((one) => one !== id)
    if (next.length > most) setExcess(next)
    else onChange(next)
  }
  const removeExcess = () => {
    if (excess) onChange(withoutExcess(question, excess))
    setExcess(null)
  }

  return (
    <div role="group" aria-labelledby={`${labelledBy} ${limitId}`} aria-disabled={disabled || undefined}>
      <p id={limitId} className={panel.limit}>
        {limitText(question, text)}
      </p>
      <div className={styles.list}>
        {question.options.map((option) => (
          <CheckboxField
            key={option.id}
            isSelected={ticked.includes(option.id)}
            isDisabled={disabled}
            onChange={(selected) => toggle(option.id, selected)}
          >
            <CheckboxButton className={styles.row ?? ''}>
              <span className={`${styles.mark} ${styles.square}`} aria-hidden="true">
                <svg viewBox="0 0 18 18" className={styles.tick} aria-hidden="true">
                  <path
                    d="M3.5 9.5 7.5 13.5 14.5 5"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="2.5"
                    strokeLinecap="round"
                    strokeLinejoin="round"
                  />
                </svg>
              </span>
              <div className={styles.text}>{renderHtml(option.text)}</div>
            </CheckboxButton>
          </CheckboxField>
        ))}
      </div>
      {excess && <ExcessDialog most={most} text={text} onConfirm={removeExcess} />}
    </div>
  )
}
export default MultipleChoicePanel
