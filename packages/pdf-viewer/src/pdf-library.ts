import rendererUrl from 'pdfjs-dist/build/pdf.renderer.min.mjs?url'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import olderRendererUrl from 'pdfjs-dist/legacy/build/pdf.renderer.min.mjs?url'
import olderWorkerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** pdf.js: what reads and draws a document, and what shows its pages. */
export interface PdfLibrary {
  readonly display: typeof import('pdfjs-dist')
  readonly viewer: typeof import('pdfjs-dist/web/pdf_viewer.mjs')
}

/** Fonts, character maps and decoders of pdf.js, which a document may need (`pdf-files-plugin.ts` puts them there). */
export const pdfFilesUrl = '/assets/pdfjs-6.5.438/'

/** The part that shows pages finds the one that reads them as a global, so it comes after. */
const newer = async (): Promise<PdfLibrary> => {
  const display = await import('pdfjs-dist')
  Object.assign(display.GlobalWorkerOptions, { workerSrc: workerUrl, rendererSrc: rendererUrl })
  return { display, viewer: await import('pdfjs-dist/web/pdf_viewer.mjs') }
}

const older = async (): Promise<PdfLibrary> => {
  const display = await import('pdfjs-dist/legacy/build/pdf.mjs')
  Object.assign(display.GlobalWorkerOptions, { workerSrc: olderWorkerUrl, rendererSrc: olderRendererUrl })
  return { display, viewer: await import('pdfjs-dist/legacy/web/pdf_viewer.mjs') }
}

let loading: Promise<PdfLibrary> | undefined

/** Loads pdf.js once for a page: as it is, or for older browsers the build that brings what they lack. */
export const loadPdfLibrary = (isOlder: boolean): Promise<PdfLibrary> => {
  loading ??= (isOlder ? older() : newer()).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Loads what the viewer runs in other threads into the browser's caches: it has to be there when the network isn't. */
export const loadPdfThreads = async (isOlder: boolean): Promise<void> => {
  const threads = isOlder ? [olderWorkerUrl, olderRendererUrl] : [workerUrl, rendererUrl]
  await Promise.all(threads.map(async (url) => (await fetch(url)).arrayBuffer()))
}
