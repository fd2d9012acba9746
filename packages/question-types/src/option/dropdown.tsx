import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { PanelProps } from '../panel-props.ts'
import styles from './dropdown.module.css'
import { DropdownList } from './dropdown-list.tsx'
import { dropdownWidth } from './dropdown-width.ts'
import { plainText } from './panel-text.ts'
import { namedAs, nothingTyped, typedOn } from './typed-ahead.ts'

/** Keys that open the list, and which entry has the focus then where none is chosen. */
const opening: Readonly<Record<string, 'first' | 'last'>> = {
  ArrowDown: 'first',
  ArrowUp: 'last',
  Enter: 'first',
  ' ': 'first',
}

/**
 * One of several from a list that opens. The figures of its width are those of a text of 16 px, and grow with the learner's.
 * `isCompact` shows the arrow alone: what is chosen stands beside it. The list is made once it is opened: a question may have dozens,
 * and opens before any of them does (decision 117).
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
  const width = useMemo(() => dropdownWidth([...names.values()]), [names])
  const at = entries.findIndex((entry) => entry.id === value)
  const chosen = entries[at]
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const typed = useRef(nothingTyped)
  const pointer = useRef('')
  const [opened, setOpened] = useState<'first' | 'last'>()
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
  const open = (focuses: 'first' | 'last') => {
    // Not every browser gives it to what is clicked, and the list gives it back to what had it.
    opener.current?.focus()
    setOpened(focuses)
  }
  /** Letters choose on the closed list, as in any list of a browser; whether the key was one. */
  const typeAhead = (event: KeyboardEvent) => {
    const next = typedOn(typed.current, event.key, event.timeStamp)
    if (next === typed.current) return false
    typed.current = next
    const found = entries[namedAs([...names.values()], next.letters, Math.max(at, 0))]
    if (found && found.id !== value) onChange(found.id)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const focuses = typeAhead(event) ? undefined : opening[event.key]
    // Not by the click that a browser makes of a key: that looks like one of a screen reader, and then no entry has the focus.
    if (focuses !== undefined) open(focuses)
    if (focuses !== undefined || [...event.key].length === 1) event.preventDefault()
  }

  /**
   * A mouse opens the list as it is pressed, and chooses the entry on which it is let go, as in any list of a browser. A finger may
   * still be about to scroll: it opens as it is lifted.
   */
  const onMouseDown = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || pointer.current !== 'mouse') return
    // The browser would give the opener the focus once the list has it, and mark text on the way to an entry.
    event.preventDefault()
    open('first')
  }

  const label = naming['aria-labelledby'] ?? `${id}-opener`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears of the control within it
    <div
      className={isCompact ? styles.compact : styles.dropdown}
      style={isCompact ? undefined : { inlineSize: `${width / 16}rem` }}
      onKeyDownCapture={keepArrows}
      onFocus={() => onTextFocus(true)}
      onBlur={() => onTextFocus(false)}
    >
      <button
        ref={opener}
        type="button"
        id={`${id}-opener`}
        className={styles.trigger}
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={opened !== undefined}
        aria-label={naming['aria-label']}
        aria-labelledby={`${id}-value ${label}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          pointer.current = event.pointerType
        }}
        onMouseDown={onMouseDown}
        onClick={() => opened === undefined && open('first')}
      >
        <span id={`${id}-value`} className={isCompact ? styles.unseen : styles.value}>
          {isCompact || !chosen ? (
            <span className={styles.placeholder}>{chosen ? names.get(chosen.id) : text('question.choose')}</span>
          ) : (
            renderHtml(chosen.text)
          )}
        </span>
        <svg viewBox="0 0 20 20" className={styles.arrow} aria-hidden="true">
          <path d="M5 7.5 10 12.5 15 7.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      {opened !== undefined && (
        <DropdownList
          opener={opener}
          entries={entries}
          names={names}
          value={chosen?.id ?? null}
          focuses={opened}
          labelledBy={label}
          onPick={onChange}
          onClose={() => setOpened(undefined)}
          renderHtml={renderHtml}
          text={text}
        />
      )}
    </div>
  )
}
