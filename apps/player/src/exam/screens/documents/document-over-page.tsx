import { Suspense } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ReadDocuments } from '../../../sync/form-run/read-documents.ts'
import { OverPage } from '../over-page/over-page.tsx'
import type { ExamDocument } from './exam-document.ts'
import { DocumentViewer } from './lazy-viewer.tsx'

/** A PDF over the page, if none of its own stands beside it. */
export const DocumentOverPage = ({
  document,
  held,
  places,
  isTextChosen,
  onClose,
}: {
  readonly document: ExamDocument
  /** The whole file, where it is on this device. */
  held(): Blob | undefined
  readonly places: ReadDocuments
  readonly isTextChosen: boolean
  onClose(): void
}) => {
  const { text } = usePlayer()
  return (
    <OverPage isPage name={text('pdf.document', { name: document.name })} onClose={onClose}>
      <Suspense fallback={null}>
        <DocumentViewer
          key={document.address}
          document={document}
          held={held}
          reading={places}
          isTextChosen={isTextChosen}
          takesFocus
          onClose={onClose}
        />
      </Suspense>
    </OverPage>
  )
}
