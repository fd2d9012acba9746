import type { DocumentPlace } from '@sitwell/exam/media/pdf-view'
import type { OpenDocument } from './document.machine.ts'
import type { OpenedSource } from './document-source.ts'
import { loadPdfLibrary } from './pdf-library.ts'
import { openPdf, type PdfView, type ViewListener } from './pdf-view.ts'
import type { ViewerApp } from './viewer-context.tsx'

/** A document that an app has the viewer open. It has to stay the same object for as long as the document shows. */
export interface ViewedDocument {
  readonly name: string
  /** Opens the file. `onWaiting`: called if parts of it are late, and once they are there. */
  openSource(signal: AbortSignal, onWaiting: (isWaiting: boolean) => void): Promise<OpenedSource>
  /** The place to open it at; undefined for its first page. */
  place(): DocumentPlace | undefined
  onPlace(place: DocumentPlace): void
  /** Whether to load the build of pdf.js for older browsers. */
  readonly isOlder: boolean
  /** Whether text may be selected, unless the document itself forbids it. */
  readonly isTextChosen: boolean
}

/** Opens a document: loads pdf.js, reads as much of the file as is needed, and shows its pages. */
export const openDocument =
  (parts: {
    readonly app: Pick<ViewerApp, 'reportError' | 'text'>
    readonly document: ViewedDocument
    container(): HTMLDivElement | null
    onWaiting(isWaiting: boolean): void
    readonly listener: Pick<ViewListener, 'onPage' | 'onScale' | 'onFound'>
  }): OpenDocument =>
  (tell) => {
    const { app, document } = parts
    const { text } = app
    const over = new AbortController()
    const { signal } = over
    let view: PdfView | undefined
    const open = async () => {
      const library = await loadPdfLibrary(document.isOlder).catch(() => undefined)
      const container = parts.container()
      if (!library || !container) return tell({ type: 'FAILED', failure: 'unreachable' })
      const opened = await document.openSource(signal, parts.onWaiting)
      if (!opened.ok) return tell({ type: 'FAILED', failure: opened.reason })
      const opening = await openPdf({
        library,
        container,
        source: opened.source,
        place: document.place(),
        language: { code: globalThis.document.documentElement.lang, direction: 'ltr' },
        words: {
          page: (page) => text('pdf.page', { page }),
          inside: text('pdf.linkInside'),
          outside: text('pdf.linkOutside'),
        },
        isTextChosen: document.isTextChosen,
        listener: { ...parts.listener, onPlace: (place) => document.onPlace(place) },
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
      app.reportError(error, `open ${document.name}`)
      tell({ type: 'FAILED', failure: 'broken' })
    })
    return () => {
      over.abort()
      view?.close()
    }
  }
