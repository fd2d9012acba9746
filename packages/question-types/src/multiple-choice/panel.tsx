import { useId, useState } from 'react'
import styles from '../option/option-list.module.css'
import type { PanelProps } from '../panel-props.ts'
import { ChoiceBoard } from './choice-board.tsx'
import { ExcessDialog } from './excess-dialog.tsx'
import { limitText } from './limit-text.ts'
import panel from './panel.module.css'
import { type MultipleChoiceAnswer, type MultipleChoiceQuestion, mostOptions, withoutExcess } from './rules.ts'
import { TickRow } from './tick-row.tsx'

/**
 * Tick boxes, and where the author wants it a place to drag options to. An answer with too many is shown until the dialog is confirmed, but never reported, so that it is never saved.
 */
const MultipleChoicePanel = ({
  question,
  answer,
  onChange,
  disabled,
  labelledBy,
  renderHtml,
  text,
  keepClear,
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
      {question.dragAndDrop ? (
        <ChoiceBoard
          question={question}
          ticked={ticked}
          onToggle={toggle}
          disabled={disabled}
          renderHtml={renderHtml}
          text={text}
        />
      ) : (
        <div className={styles.list}>
          {question.options.map((option) => (
            <TickRow
              key={option.id}
              option={option}
              isTicked={ticked.includes(option.id)}
              onToggle={(isTicked) => toggle(option.id, isTicked)}
              disabled={disabled}
              renderHtml={renderHtml}
            />
          ))}
        </div>
      )}
      {excess && <ExcessDialog most={most} text={text} keepClear={keepClear} onConfirm={removeExcess} />}
    </div>
  )
}
export default MultipleChoicePanel
