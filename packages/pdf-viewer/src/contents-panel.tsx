import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import styles from './contents-panel.module.css'
import type { OutlineItem, PdfView } from './pdf-view.ts'
import { Thumbnails } from './thumbnails.tsx'
import { useViewer } from './viewer-context.tsx'

/** The headings of a document as its outline has them, one below the other. */
const Headings = ({ items, onFollow }: { readonly items: readonly OutlineItem[]; onFollow(item: OutlineItem): void }) => {
  const { text } = useViewer()
  return (
    <ul className={styles.headings}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings have no name of their own, and never change
        <li key={index}>
          <button
            type="button"
            className={styles.heading}
            dir="auto"
            disabled={item.dest === null}
            onClick={() => onFollow(item)}
          >
            {item.title.trim() || text('pdf.untitled')}
          </button>
          {item.items.length > 0 && <Headings items={item.items} onFollow={onFollow} />}
        </li>
      ))}
    </ul>
  )
}

/** The ways into a document: its headings, where it has a list of them, and small pictures of its pages. */
export const ContentsPanel = ({ view, page, onClose }: { readonly view: PdfView; readonly page: number; onClose(): void }) => {
  const { text, reportError } = useViewer()
  const [outline, setOutline] = useState<readonly OutlineItem[]>()
  const [shown, setShown] = useState<'outline' | 'pages'>('outline')
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    view.outline().then(
      (items) => {
        setOutline(items)
        if (items.length === 0) setShown('pages')
      },
      (error: unknown) => {
        setShown('pages')
        reportError(error, 'outline of a document')
      },
    )
  }, [view, reportError])
  return (
    <div
      ref={panel}
      role="group"
      aria-label={text('pdf.contents')}
      tabIndex={-1}
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={styles.choice}>
        <Button variant="quiet" aria-pressed={shown === 'outline'} onPress={() => setShown('outline')}>
          {text('pdf.outline')}
        </Button>
        <Button variant="quiet" aria-pressed={shown === 'pages'} onPress={() => setShown('pages')}>
          {text('pdf.thumbnails')}
        </Button>
      </div>
      <div className={styles.list}>
        {shown === 'pages' && <Thumbnails view={view} page={page} />}
        {shown === 'outline' && outline?.length === 0 && <p className={styles.none}>{text('pdf.noOutline')}</p>}
        {shown === 'outline' && outline && outline.length > 0 && (
          <Headings items={outline} onFollow={({ dest }) => view.follow(dest)} />
        )}
      </div>
    </div>
  )
}
