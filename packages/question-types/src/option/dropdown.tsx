import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import type { PanelProps } from '../panel-props.ts'
import styles from './dropdown.module.css'
import { dropdownWidth } from './dropdown-width.ts'
import { plainText } from './panel-text.ts'

/** The entry that takes a choice back. No option's key: those begin with `=`. */
const none = 'none'
const keyOf = (id: string) => `=${id}`

/**
 * One of several from a list that opens. The figures of its width are those of a text of 16 px, and grow with the learner's.
 * `isCompact` shows the arrow alone: what is chosen stands beside it.
 */
export const Dropdown = ({
  entries,
  value,
  onChange,
  disabled,
  isCompact = false,
  renderHtml,
  text,
  onTextFocus,
  ...naming
}: Pick<PanelProps, 'disabled' | 'renderHtml' | 'text' | 'onTextFocus'> & {
  readonly entries: readonly { readonly id: string; readonly text: string }[]
  /** The id of the chosen entry; null while none is. */
  readonly value: string | null
  onChange(id: string | null): void
  readonly isCompact?: boolean
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
}) => {
  const names = useMemo(() => new Map(entries.map((entry) => [entry.id, plainText(entry.text)])), [entries])
  const width = dropdownWidth([...names.values()])
  const chosen = entries.find((entry) => entry.id === value)
  // A dropdown that goes away with the focus in it is never blurred; the arrow keys come back all the same.
  const tellFocus = useRef(onTextFocus)
  tellFocus.current = onTextFocus
  useEffect(() => () => tellFocus.current(false), [])

  // Left and right would change the answer unseen, where a learner means to go to the next question.
  const keepArrows = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears of the control within it
    <div
      className={isCompact ? styles.compact : styles.dropdown}
      style={isCompact ? undefined : { inlineSize: `${width / 16}rem` }}
      onKeyDownCapture={keepArrows}
      onFocus={() => onTextFocus(true)}
      onBlur={() => onTextFocus(false)}
    >
      <Select
        {...naming}
        value={chosen ? keyOf(chosen.id) : null}
        onChange={(key) => onChange(key === null || key === none ? null : String(key).slice(1))}
        isDisabled={disabled}
        placeholder={text('question.choose')}
      >
        <Button className={styles.trigger ?? ''}>
          <SelectValue className={isCompact ? (styles.unseen ?? '') : (styles.value ?? '')}>
            {isCompact || !chosen ? (
              <span className={styles.placeholder}>{chosen ? names.get(chosen.id) : text('question.choose')}</span>
            ) : (
              renderHtml(chosen.text)
            )}
          </SelectValue>
          <svg viewBox="0 0 20 20" className={styles.arrow} aria-hidden="true">
            <path d="M5 7.5 10 12.5 15 7.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </Button>
        <Popover className={styles.popover ?? ''} offset={4}>
          <ListBox className={styles.list ?? ''}>
            <ListBoxItem id={none} textValue={text('question.noChoice')} className={styles.entry ?? ''}>
              <span className={styles.placeholder}>{text('question.noChoice')}</span>
            </ListBoxItem>
            {entries.map((entry) => (
              <ListBoxItem
                key={entry.id}
                id={keyOf(entry.id)}
                textValue={names.get(entry.id) || entry.id}
                className={styles.entry ?? ''}
              >
                <svg viewBox="0 0 18 18" className={styles.tick} aria-hidden="true">
                  <path
                    d="M3.5 9.5 7.5 13.5 14.5 5"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="2.5"
                    strokeLinecap="round"
                  />
                </svg>
                <div className={styles.entryText}>{renderHtml(entry.text)}</div>
              </ListBoxItem>
            ))}
          </ListBox>
        </Popover>
      </Select>
    </div>
  )
}
