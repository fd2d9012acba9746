import { type ComponentType, useId, useState } from 'react'
import type { PanelProps } from '../panel-props.ts'
import { ExcessDialog } from './excess-dialog.tsx'
import { limitText } from './limit-text.ts'
import panel from './panel.module.css'
import { type MultipleChoiceAnswer, type MultipleChoiceQuestion, mostOptions, withoutExcess } from './rules.ts'

/** The options, as they are ticked or dragged. */
export interface ChoicesProps
  extends Pick<PanelProps<MultipleChoiceQuestion>, 'question' | 'disabled' | 'renderHtml' | 'text'> {
  readonly ticked: MultipleChoiceAnswer
  onToggle(id: string, isTicked: boolean): void
}

/**
 * A panel with these choices; `takesOne`: another one takes the place of the one that is chosen. An answer with too many is shown until the dialog is confirmed, but never reported, so that
 * it is never saved.
 */
export const choicePanel =
  (Choices: ComponentType<ChoicesProps>, takesOne: (question: MultipleChoiceQuestion) => boolean = () => false) =>
  ({
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

    const toggle = (id: string, selected: boolean) => {
      if (selected && takesOne(question)) return onChange([id])
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
        <Choices
          question={question}
          ticked={excess ?? answer}
          onToggle={toggle}
          disabled={disabled}
          renderHtml={renderHtml}
          text={text}
        />
        {excess && <ExcessDialog most={most} text={text} keepClear={keepClear} onConfirm={removeExcess} />}
      </div>
    )
  }
