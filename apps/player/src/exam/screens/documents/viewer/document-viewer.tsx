import type { ViewedDocument } from '@sitwell/pdf-viewer/open-document.ts'
import { PdfViewer } from '@sitwell/pdf-viewer/pdf-viewer.tsx'
import type { ViewerApp } from '@sitwell/pdf-viewer/viewer-context.tsx'
import { useMemo } from 'react'
import { usePlayer } from '../../../../context/player-context.tsx'
import type { ReadDocuments } from '../../../../sync/form-run/read-documents.ts'
import { openSource } from '../document-source.ts'
import { documentKey, type ExamDocument } from '../exam-document.ts'
import { needsOlderViewer } from './needs-older-viewer.ts'

/** A PDF next to the question, at the place at which its learner left it. */
const DocumentViewer = ({
  document,
  held,
  reading,
  isTextChosen,
  takesFocus,
  onClose,
}: {
  readonly document: ExamDocument
  /** The whole file, if it is on this device. */
  held(): Blob | undefined
  readonly reading: ReadDocuments
  readonly isTextChosen: boolean
  /** The learner has just opened it. */
  readonly takesFocus: boolean
  onClose(): void
}) => {
  const player = usePlayer()
  const app = useMemo((): ViewerApp => {
    const { text, reportError } = player
    const words = {
      broken: text('pdf.broken'),
      'too-large': text('pdf.tooLarge'),
      missing: text('pdf.missing'),
      unreachable: text('pdf.unreachable'),
      locked: text('pdf.locked'),
    }
    return { text, words, reportError }
  }, [player])
  const viewed = useMemo((): ViewedDocument => {
    const { address, name } = document
    const key = documentKey(document)
    return {
      name,
      openSource: (signal, onWaiting) =>
        openSource({
          ...{ api: player.api, address, held, signal, onWaiting },
          wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        }),
      place: () => reading.placeIn(key),
      onPlace: (place) => reading.keepPlace(key, place),
      isOlder: needsOlderViewer(player.appSettings.pdfSupportedBrowsers),
      isTextChosen,
    }
  }, [player, document, held, reading, isTextChosen])
  return <PdfViewer app={app} document={viewed} takesFocus={takesFocus} onClose={onClose} />
}

export default DocumentViewer
