import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Found, PdfView } from './pdf-view.ts'
import styles from './search-bar.module.css'
import { useViewer } from './viewer-context.tsx'

/** Milliseconds after the last key until the document is searched. */
const typingMs = 250

/** Finds words in the document: all of them are marked, and the keys go from one to the next. */
export const SearchBar = ({ view, found, onClose }: { readonly view: PdfView; readonly found: Found; onClose(): void }) => {
  const { text } = useViewer()
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const searched = useRef('')
  useEffect(() => field.current?.focus(), [])
  const search = (wanted: string) => {
    searched.current = wanted
    view.find(wanted)
  }
  useEffect(() => {
    if (query === searched.current) return
    const timer = setTimeout(() => {
      searched.current = query
      view.find(query)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [view, query])
  const go = (backwards: boolean) => {
    if (query !== searched.current) search(query)
    else view.find(query, { again: true, backwards })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  const { current, total, isSearching } = found
  const words = () => {
    if (query === '' || query !== found.query) return ''
    if (total > 0) return text('pdf.hits', { current, total })
    return text(isSearching ? 'pdf.searching' : 'pdf.noHits')
  }
  return (
    <search className={styles.bar}>
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label={text('pdf.searchFor')}
        placeholder={text('pdf.searchFor')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        dir="auto"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className={styles.hits}>{words()}</output>
      <Button variant="quiet" isIcon aria-label={text('pdf.previousHit')} isDisabled={total === 0} onPress={() => go(true)}>
        <Icon name="arrowUp" />
      </Button>
      <Button variant="quiet" isIcon aria-label={text('pdf.nextHit')} isDisabled={total === 0} onPress={() => go(false)}>
        <Icon name="arrowDown" />
      </Button>
      <Button variant="quiet" isIcon aria-label={text('pdf.closeSearch')} onPress={onClose}>
        <Icon name="close" />
      </Button>
    </search>
  )
}
