import { sourceOfBlob } from '@sitwell/pdf-viewer/document-source.ts'
import { understandsNewer } from '@sitwell/pdf-viewer/newer-browser.ts'
import type { ViewedDocument } from '@sitwell/pdf-viewer/open-document.ts'
import { PdfViewer } from '@sitwell/pdf-viewer/pdf-viewer.tsx'
import type { ViewerApp } from '@sitwell/pdf-viewer/viewer-context.tsx'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useOffice } from '../../office-context.tsx'
import styles from './response.module.css'

/** A PDF that was handed in, next to the mark scheme. It comes from a stranger: nothing in it runs, and no link of it leads anywhere else. */
const HandedPdf = ({
  bytes,
  name,
  wayOut,
  onClose,
}: {
  readonly bytes: Blob
  readonly name: string
  /** The download, which shows if the document can't be shown. */
  readonly wayOut: ReactNode
  onClose(): void
}) => {
  const { text, reportError } = useOffice()
  const place = useRef<HTMLDivElement>(null)
  // It gets new buttons at each change of the page around, and the document must not be opened again for that.
  const latest = useRef({ text, reportError, wayOut })
  latest.current = { text, reportError, wayOut }
  const app = useMemo((): ViewerApp => {
    const { text: words } = latest.current
    const missing = words('marking.fileFailed')
    return {
      text: (id, values) => latest.current.text(id, values),
      words: {
        broken: words('marking.pdfBroken'),
        'too-large': words('marking.pdfTooLarge'),
        missing,
        unreachable: missing,
        locked: words('marking.pdfLocked'),
      },
      reportError: (error) => latest.current.reportError(error),
      wayOut: latest.current.wayOut,
    }
  }, [])
  const document = useMemo(
    (): ViewedDocument => ({
      name,
      openSource: async () => ({ ok: true, source: await sourceOfBlob(bytes) }),
      place: () => undefined,
      onPlace: () => undefined,
      isOlder: !understandsNewer(globalThis),
      isTextChosen: true,
    }),
    [bytes, name],
  )
  useEffect(() => {
    // Newer browsers return a promise, which React would call when the viewer closes.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className={styles.pdf}>
      <PdfViewer app={app} document={document} takesFocus onClose={onClose} />
    </div>
  )
}

export default HandedPdf
