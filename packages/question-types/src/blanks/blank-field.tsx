import { Slot } from '../drag-and-drop/slot.tsx'
import { Dropdown } from '../option/dropdown.tsx'
import { plainText } from '../option/panel-text.ts'
import type { PanelProps } from '../panel-props.ts'
import { fieldProps } from '../typing/field-props.ts'
import styles from './panel.module.css'
import type { Blank } from './rules.ts'

/** Most characters of one blank: a long sentence. */
const mostCharacters = 500

/** One blank: a field where it is typed, else a dropdown, with a place for cards before it where there are any. */
export const BlankField = ({
  blank,
  number,
  value,
  onChange,
  place,
  disabled,
  renderHtml,
  text,
  onTextFocus,
}: Pick<PanelProps, 'disabled' | 'renderHtml' | 'text' | 'onTextFocus'> & {
  readonly blank: Blank
  /** Counts from 1 in the order of the text. */
  readonly number: number
  readonly value: string
  onChange(value: string): void
  /** The id of its place on the board of cards; undefined where there are none. */
  readonly place: string | undefined
}) => {
  const name = text('question.blank', { number })
  const { options } = blank
  if (!options)
    return (
      <input
        {...fieldProps}
        type="text"
        className={styles.typed}
        aria-label={name}
        maxLength={mostCharacters}
        // Grows with what is typed, as far as the line does.
        style={{ inlineSize: `${Math.max(8, [...value].length + 3)}ch` }}
        value={value}
        readOnly={disabled}
        aria-disabled={disabled || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  const list = (
    <Dropdown
      entries={options}
      value={options.find((one) => one.text === value)?.id ?? null}
      onChange={(id) => onChange(options.find((one) => one.id === id)?.text ?? '')}
      disabled={disabled}
      isCompact={place !== undefined}
      renderHtml={renderHtml}
      text={text}
      onTextFocus={onTextFocus}
      aria-label={name}
    />
  )
  if (place === undefined) return <span className={styles.blank}>{list}</span>
  const card = value === '' ? undefined : { item: value, name: plainText(value) || value, place }
  return (
    <Slot id={place} card={card} list={list} text={text} inline>
      {renderHtml(value)}
    </Slot>
  )
}
