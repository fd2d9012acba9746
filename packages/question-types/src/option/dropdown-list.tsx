import type { RefObject } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import type { PanelProps } from '../panel-props.ts'
import styles from './dropdown.module.css'

/** The entry that takes a choice back. No option's key: those begin with `=`. */
const none = 'none'
const keyOf = (id: string) => `=${id}`

/** The open list of a dropdown. It has the focus while it is there, and gives it back to what opened it. */
export const DropdownList = ({
  opener,
  entries,
  names,
  value,
  focuses,
  labelledBy,
  onPick,
  onClose,
  renderHtml,
  text,
}: Pick<PanelProps, 'renderHtml' | 'text'> & {
  readonly opener: RefObject<HTMLElement | null>
  readonly entries: readonly { readonly id: string; readonly text: string }[]
  /** What the entries say, by their ids. */
  readonly names: ReadonlyMap<string, string>
  /** The id of the chosen entry, on which the list opens. */
  readonly value: string | null
  /** Which entry has the focus where none is chosen. */
  readonly focuses: 'first' | 'last'
  readonly labelledBy: string
  onPick(id: string | null): void
  onClose(): void
}) => (
  <Popover
    className={styles.popover ?? ''}
    trigger="Select"
    triggerRef={opener}
    placement="bottom start"
    offset={4}
    isOpen
    onOpenChange={onClose}
    aria-labelledby={labelledBy}
  >
    <ListBox
      className={styles.list ?? ''}
      aria-labelledby={labelledBy}
      autoFocus={focuses}
      selectionMode="single"
      selectedKeys={value === null ? [] : [keyOf(value)]}
      shouldFocusOnHover
      shouldSelectOnPressUp
      onSelectionChange={(keys) => {
        // Pressed once more, what is chosen stays chosen.
        const [key] = keys
        if (key !== undefined) onPick(key === none ? null : String(key).slice(1))
        onClose()
      }}
    >
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
            <path d="M3.5 9.5 7.5 13.5 14.5 5" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
          </svg>
          <div className={styles.entryText}>{renderHtml(entry.text)}</div>
        </ListBoxItem>
      ))}
    </ListBox>
  </Popover>
)
