import type { RuleState } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { TextArea, TextInput } from '@sitwell/office-ui/text-input.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { useId } from 'react'
import { useOffice } from '../office-context.tsx'
import { limitsText, optionText, partsOf } from './rule-values.ts'
import styles from './rules.module.css'
import { useSettingsText } from './settings-text.ts'

interface RuleFieldProps {
  readonly rule: RuleState
  readonly value: string
  onValue(value: string): void
  readonly error: string | undefined
}

/** Some of a few options, each with a box. */
const SeveralField = ({ rule, value, onValue, error }: RuleFieldProps) => {
  const text = useSettingsText()
  const id = useId()
  const chosen = partsOf(value, ',')
  const options = rule.options ?? []
  return (
    <fieldset className={styles.several} aria-describedby={error === undefined ? undefined : id}>
      <legend className={styles.legend}>{text(`rule.${rule.key}`)}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          isSelected={chosen.includes(option)}
          onChange={(is) => onValue(options.filter((one) => (one === option ? is : chosen.includes(one))).join(','))}
        >
          {optionText(rule, option, text)}
        </Checkbox>
      ))}
      {error !== undefined && (
        <span id={id} className={styles.error}>
          {error}
        </span>
      )}
    </fieldset>
  )
}

/** The field that takes a rule's value, by what kind of value it is. */
export const RuleField = (props: RuleFieldProps) => {
  const { rule, value, onValue, error } = props
  const { language } = useOffice()
  const text = useSettingsText()
  const field = { label: text(`rule.${rule.key}`), error }
  switch (rule.kind) {
    case 'switch':
    case 'choice': {
      const options =
        rule.kind === 'switch'
          ? [
              { id: 'on', title: text('settings.on') },
              { id: 'off', title: text('settings.off') },
            ]
          : (rule.options ?? []).map((id) => ({ id, title: optionText(rule, id, text) }))
      return <Choice {...field} value={value} onChange={onValue} options={options} />
    }
    case 'several':
      return <SeveralField {...props} />
    case 'list':
      return <TextArea {...field} help={text('settings.perLine')} value={value} onChange={onValue} />
    case 'number':
      return <TextInput {...field} help={limitsText(rule, text, language.code)} value={value} onChange={onValue} isLiteral />
    default:
      return rule.key === 'monitorGuidance' ? (
        <TextArea {...field} value={value} onChange={onValue} />
      ) : (
        <TextInput {...field} value={value} onChange={onValue} isLiteral />
      )
  }
}
