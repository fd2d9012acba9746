import { Suspense } from 'react'
import type { ReadDocuments } from '../../../sync/form-run/read-documents.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import styles from './documents.module.css'
import type { ExamDocument } from './exam-document.ts'
import { DocumentViewer } from './lazy-viewer.tsx'

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
  const { address } = document
  return (
    <Suspense fallback={<div className={styles.loading} />}>
      <DocumentViewer
        key={address}
        document={document}
        held={visit.documents.get.bind(visit.documents, address)}
        reading={reading}
        isTextChosen={visit.exam.content.settings.allowPdfTextSelection}
        takesFocus={takesFocus}
        onClose={onClose}
      />
    </Suspense>
  )
}
