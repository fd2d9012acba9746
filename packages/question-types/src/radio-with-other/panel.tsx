import { useState } from 'react'
import { ChoiceDialog } from '../option/choice-dialog.tsx'
import { SingleChoicePanel } from '../option/single-choice-panel.tsx'
import type { PanelProps } from '../panel-props.ts'
import { TypedField } from '../typing/typed-field.tsx'
import styles from './panel.module.css'
import { asksBeforeChange, type RadioWithOtherAnswer, type RadioWithOtherQuestion, withChangedOption } from './rules.ts'

/** A list of which one is chosen, and a text area. Another choice would lose the text, so it is asked about first. */
const RadioWithOtherPanel = (props: PanelProps<RadioWithOtherQuestion, RadioWithOtherAnswer>) => {
  const { question, answer, onChange, text, keepClear } = props
  const [wanted, setWanted] = useState<string | null>(null)
  const choose = (optionId: string | null) => {
    if (optionId === null) return
    if (asksBeforeChange(answer, optionId)) setWanted(optionId)
    else onChange({ ...answer, optionId })
  }
  return (
    <div className={styles.panel}>
      <SingleChoicePanel {...props} answer={answer.optionId} onChange={choose} />
      <TypedField
        disabled={props.disabled}
        labelledBy={props.labelledBy}
        text={text}
        onTextFocus={props.onTextFocus}
        name={text('question.other')}
        lines={question.lineCount}
        value={answer.otherText}
        onChange={(otherText) => onChange({ ...answer, otherText })}
        showWordCount={question.showWordCount}
      />
      {wanted !== null && (
        <ChoiceDialog
          keepClear={keepClear}
          title={text('question.changeOptions')}
          actions={[
            { label: text('question.no'), onPress: () => setWanted(null) },
            {
              label: text('question.yes'),
              onPress: () => {
                onChange(withChangedOption(wanted))
                setWanted(null)
              },
            },
          ]}
        >
          <p>{text('question.changeOptionsHelp')}</p>
        </ChoiceDialog>
      )}
    </div>
  )
}
export default RadioWithOtherPanel
