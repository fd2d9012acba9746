import { Suspense, useEffect, useRef } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { ReadDocuments } from '../../sync/read-documents.ts'
import type { ExamVisit } from '../exam-visit.ts'
import styles from './documents.module.css'
import type { ExamDocument } from './exam-document.ts'
import { DocumentViewer, needsOlderViewer } from './lazy-viewer.tsx'
import { PaneDivider } from './pane-divider.tsx'

/** The document that is open, beside the question, or in its place where there is no room for both. */
export const DocumentPane = ({
  visit,
  document,
  reading,
  share,
  onShare,
  takesFocus,
  onClose,
}: {
  readonly visit: ExamVisit
  readonly document: ExamDocument
  readonly reading: ReadDocuments
  readonly share: number
  onShare(share: number): void
  readonly takesFocus: boolean
  onClose(): void
}) => {
  const { appSettings } = usePlayer()
  const pane = useRef<HTMLDivElement>(null)
  const { address } = document
  useEffect(() => {
    // On a phone on its side it stands below the bars.
    if (takesFocus) pane.current?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])
  return (
    <div ref={pane} className={styles.pane}>
      <PaneDivider share={share} onChange={onShare} />
      <Suspense fallback={<div className={styles.loading} />}>
        <DocumentViewer
          key={address}
          document={document}
          held={visit.documents.get.bind(visit.documents, address)}
          reading={reading}
          isOlder={needsOlderViewer(appSettings.pdfSupportedBrowsers)}
          isTextChosen={visit.exam.content.settings.allowPdfTextSelection}
          takesFocus={takesFocus}
          onClose={onClose}
        />
      </Suspense>
    </div>
  )
}
