import type { Player } from '../../../../context/player.ts'
import type { ReadDocuments } from '../../../../sync/form-run/read-documents.ts'
import type { OpenDocument } from '../document.machine.ts'
import { openSource } from '../document-source.ts'
import { documentKey, type ExamDocument } from '../exam-document.ts'
import { loadPdfLibrary } from './pdf-library.ts'
import { openPdf, type PdfView, type ViewListener } from './pdf-view.ts'

/** How a document is opened: pdf.js, then the file as far as it is needed, then its pages. */
export const openDocument =
  (parts: {
    readonly player: Pick<Player, 'api' | 'language' | 'reportError' | 'text'>
    readonly document: ExamDocument
    held(): Blob | undefined
    readonly reading: ReadDocuments
    readonly isOlder: boolean
    readonly isTextChosen: boolean
    container(): HTMLDivElement | null
    onWaiting(isWaiting: boolean): void
    readonly listener: Pick<ViewListener, 'onPage' | 'onScale' | 'onFound'>
  }): OpenDocument =>
  (tell) => {
    const { player, document, reading, isTextChosen } = parts
    const { text } = player
    const key = documentKey(document)
    const over = new AbortController()
    const { signal } = over
    let view: PdfView | undefined
    const open = async () => {
      const library = await loadPdfLibrary(parts.isOlder).catch(() => undefined)
      const container = parts.container()
      if (!library || !container) return tell({ type: 'FAILED', failure: 'unreachable' })
      const opened = await openSource({
        api: player.api,
        address: document.address,
        held: parts.held,
        signal,
        onWaiting: parts.onWaiting,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      })
      if (!opened.ok) return tell({ type: 'FAILED', failure: opened.reason })
      const opening = await openPdf({
        library,
        container,
        source: opened.source,
        place: reading.placeIn(key),
        language: { code: globalThis.document.documentElement.lang, direction: 'ltr' },
        words: {
          page: (page) => text('pdf.page', { page }),
          inside: text('pdf.linkInside'),
          outside: text('pdf.linkOutside'),
        },
        isTextChosen,
        listener: { ...parts.listener, onPlace: (place) => reading.keepPlace(key, place) },
        signal,
        askPassword: (isWrong) => new Promise((answer) => tell({ type: 'ASKED', isWrong, answer })),
      })
      if (!opening.ok) return tell({ type: 'FAILED', failure: opening.failure })
      view = opening.view
      if (signal.aborted) view.close()
      else tell({ type: 'OPENED', view })
    }
    open().catch((error: unknown) => {
      if (signal.aborted) return
      player.reportError(error, `open ${document.name}`)
      tell({ type: 'FAILED', failure: 'broken' })
    })
    return () => {
      over.abort()
      view?.close()
    }
  }
