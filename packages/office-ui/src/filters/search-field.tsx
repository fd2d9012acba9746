import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { useOfficeTexts } from '../office-texts.tsx'
import { useShortcutKey } from '../shortcuts/own-keys.tsx'
import { useShortcut } from '../shortcuts/use-shortcut.ts'
import styles from './search-field.module.css'

/** Milliseconds without a key after which what is typed is searched for. */
const pauseMs = 300

export interface SearchFieldProps {
  readonly label: string
  /** What is searched for. */
  readonly value: string
  onSearch(value: string): void
  /** The usual key that brings the focus here from anywhere: the person may have chosen another one, or none. Undefined: there is none. */
  readonly shortcut: string | undefined
}

/** Searches as it is typed into: after a pause, or at once with Enter. Escape clears it. */
export const SearchField = ({ label, value, onSearch, shortcut: usual }: SearchFieldProps) => {
  const shortcut = useShortcutKey(usual)
  const { text } = useOfficeTexts()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  // Cleared or changed from elsewhere, such as by a link.
  if (known !== value) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const search = (wanted: string) => {
    if (wanted.trim() !== value) onSearch(wanted.trim())
  }
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const clear = () => {
    setTyped('')
    search('')
    field.current?.focus()
  }
  useShortcut(shortcut, () => {
    field.current?.focus()
    field.current?.select()
  })
  return (
    <div className={styles.field} role="search">
      <Icon name="search" className={styles.icon} />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={label}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') search(typed)
          if (event.key === 'Escape' && typed !== '') {
            event.preventDefault()
            clear()
          }
        }}
      />
      {typed === '' && shortcut !== undefined && (
        <span aria-hidden="true" className={styles.key}>
          {shortcut}
        </span>
      )}
      {typed !== '' && (
        <button type="button" className={styles.clear} aria-label={text('filter.clearSearch')} onClick={clear}>
          <Icon name="close" className={styles.icon} />
        </button>
      )}
    </div>
  )
}
