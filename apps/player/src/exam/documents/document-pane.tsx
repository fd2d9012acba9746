import { Suspense } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { ReadDocuments } from '../../sync/read-documents.ts'
import type { ExamVisit } from '../exam-visit.ts'
import styles from './documents.module.css'
import type { ExamDocument } from './exam-document.ts'
import { DocumentViewer, needsOlderViewer } from './lazy-viewer.tsx'

/** The document that is open, beside the question, or in its place where there is no room for both. */
export const DocumentPane = ({
  visit,
  document,
  reading,
  takesFocus,
  onClose,
}: {
  readonly visit: ExamVisit
  readonly document: ExamDocument
  readonly reading: ReadDocuments
  readonly takesFocus: boolean
  onClose(): void
}) => {
  const { appSettings } = usePlayer()
  const { address } = document
  return (
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
  )
}
