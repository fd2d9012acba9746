import { HtmlReadingProvider } from '@sitwell/ui/html-reading.tsx'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { createReadDocuments } from '../../../sync/form-run/read-documents.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { filesOfExam } from '../../content/files-of-exam.ts'
import { DocumentOverPage } from './document-over-page.tsx'
import { documentName, type ExamDocument, linkedDocument } from './exam-document.ts'

/**
 * Opens the PDFs that an exam's own texts link to (its intro, its instructions, its last words) over the page, from this device where
 * they are on it: another tab would need the network, and is out of the exam. Beside a question they stand in their own pane.
 */
export const DocumentLinks = ({ visit, children }: { readonly visit: ExamVisit; readonly children: ReactNode }) => {
  const player = usePlayer()
  const { exam, files } = visit
  const documents = useMemo(
    () => filesOfExam(player, exam).pdfs.map(({ address, name }) => ({ address, name: documentName(name) })),
    [player, exam],
  )
  /** Where the learner is in each of them, as long as this page is open. */
  const places = useMemo(() => createReadDocuments(undefined, () => {}), [])
  const [shown, setShown] = useState<ExamDocument>()
  const openLink = useCallback(
    (address: string) => {
      const linked = linkedDocument(documents, files, address)
      setShown(linked)
      return linked !== undefined
    },
    [documents, files],
  )
  const reading = useMemo(() => ({ openLink }), [openLink])
  const close = () => setShown(undefined)
  return (
    <HtmlReadingProvider reading={reading}>
      {children}
      {shown && (
        <DocumentOverPage
          document={shown}
          held={visit.documents.get.bind(visit.documents, shown.address)}
          places={places}
          isTextChosen={exam.content.settings.allowPdfTextSelection}
          onClose={close}
        />
      )}
    </HtmlReadingProvider>
  )
}
