import { type DocumentPlace, mostPages, type PdfZoom, pageWithin } from '@sitwell/exam/media/pdf-view'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { DocumentSource } from './document-source.ts'
import { type PdfLibrary, pdfFilesUrl } from './pdf-library.ts'
import { type LinkWords, nameLinks, QuietLinks } from './pdf-links.ts'
import { startedWorker } from './started-worker.ts'

/** Pictures of more pixels are left out: only a damaged or hostile file has one. */
const mostImagePixels = 100_000_000

type OpenFailure = 'broken' | 'too-large'

/** A heading of a document's outline. */
export interface OutlineItem {
  readonly title: string
  readonly dest: string | readonly unknown[] | null
  readonly items: readonly OutlineItem[]
}

/** What a search has found. */
export interface Found {
  /** Which of the hits is the one that shows, from 1 on; 0 if none does. */
  readonly current: number
  readonly total: number
  readonly isSearching: boolean
  /** What was searched for. */
  readonly query: string
}

/** What the viewer is told of. */
export interface ViewListener {
  onPage(page: number): void
  /** The number of its own times size that the document is shown at. */
  onScale(scale: number): void
  onPlace(place: DocumentPlace): void
  onFound(found: Found): void
}

export interface PdfView {
  readonly pages: number
  goTo(page: number): void
  setZoom(zoom: PdfZoom): void
  find(query: string, how?: { readonly again?: boolean; readonly backwards?: boolean }): void
  outline(): Promise<readonly OutlineItem[]>
  follow(dest: OutlineItem['dest']): void
  /** Draws a small picture of a page as wide as its canvas. */
  drawSmall(page: number, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void>
  close(): void
}

export type Opening = { readonly ok: true; readonly view: PdfView } | { readonly ok: false; readonly failure: OpenFailure }

interface Parts {
  readonly library: PdfLibrary
  readonly source: DocumentSource
  /** Scrolls; the pages come into its only child. */
  readonly container: HTMLDivElement
  readonly place: DocumentPlace | undefined
  readonly language: { readonly code: string; readonly direction: 'ltr' | 'rtl' }
  readonly words: LinkWords & { readonly page: (page: number) => string }
  /** Text may be chosen, where the document itself doesn't forbid it. */
  readonly isTextChosen: boolean
  readonly listener: ViewListener
  readonly signal: AbortSignal
  /** Asked where the document is locked; `isWrong` after an answer that didn't open it. */
  askPassword(isWrong: boolean): Promise<string>
}

interface FindEvent {
  readonly matchesCount?: { readonly current: number; readonly total: number }
  readonly state?: number
}

interface ViewerEvents {
  readonly pagesinit: unknown
  readonly pagechanging: { readonly pageNumber: number }
  readonly scalechanging: { readonly scale: number }
  readonly updateviewarea: { readonly location: { readonly pageNumber: number; readonly top: number } }
  readonly annotationlayerrendered: { readonly source: { readonly div: HTMLElement } }
  readonly updatefindmatchescount: FindEvent
  readonly updatefindcontrolstate: FindEvent
}

/** What pdf.js names by number. */
const textLayers = { always: 1, asPermitted: 2 } as const
const findStates = { pending: 3 } as const

const open = async ({ library, source, signal, askPassword }: Parts) => {
  const { display } = library
  class Transport extends display.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      source.read(begin, end).then(
        (bytes) => this.onDataRange(begin, bytes),
        // Nobody reads on.
        () => undefined,
      )
    }
  }
  const worker = await startedWorker(() => new display.PDFWorker({ verbosity: 0 }))
  if (signal.aborted) worker.destroy()
  signal.throwIfAborted()
  const task = display.getDocument({
    worker,
    range: new Transport(source.size, source.first, source.first.length >= source.size),
    rangeChunkSize: 256 * 1024,
    disableAutoFetch: true,
    disableStream: true,
    // Nothing of a document runs, and pdf.js reads whatever it can of a damaged one.
    enableXfa: false,
    stopAtErrors: false,
    // The page's policy forbids it; the decoders come as scripts of our own.
    useWasm: false,
    maxImageSize: mostImagePixels,
    cMapUrl: `${pdfFilesUrl}cmaps/`,
    standardFontDataUrl: `${pdfFilesUrl}fonts/`,
    wasmUrl: `${pdfFilesUrl}decoders/`,
    iccUrl: `${pdfFilesUrl}colours/`,
    verbosity: 0,
  })
  const end = () => {
    const ending = task.destroy().catch(() => undefined)
    // One that is passed in is not ended with the document.
    void ending.then(() => worker.destroy())
  }
  signal.addEventListener('abort', end, { once: true })
  let asked = false
  task.onPassword = (answer: (password: string | Error) => void) => {
    void askPassword(asked).then(answer)
    asked = true
  }
  return task.promise
}

/** Opens a document and shows it in `container`, at the place where its learner left it. */
export const openPdf = async (parts: Parts): Promise<Opening> => {
  const { library, container, listener, words, signal, language } = parts
  let pdf: PDFDocumentProxy
  try {
    pdf = await open(parts)
  } catch {
    signal.throwIfAborted()
    return { ok: false, failure: 'broken' }
  }
  const pages = pdf.numPages
  if (pages > mostPages) {
    await pdf.loadingTask.destroy()
    return { ok: false, failure: 'too-large' }
  }
  try {
    // What can't give its first page shows nothing.
    await pdf.getPage(1)
  } catch {
    signal.throwIfAborted()
    await pdf.loadingTask.destroy()
    return { ok: false, failure: 'broken' }
  }
  const { EventBus, PDFFindController, PDFViewer } = library.viewer
  const eventBus = new EventBus()
  const links = new (QuietLinks(library.viewer.PDFLinkService))({ eventBus, ignoreDestinationZoom: true })
  const findController = new PDFFindController({ eventBus, linkService: links, updateMatchesCountOnProgress: true })
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService: links,
    findController,
    removePageBorders: true,
    annotationMode: library.display.AnnotationMode.ENABLE,
    annotationEditorMode: library.display.AnnotationEditorType.DISABLE,
    textLayerMode: parts.isTextChosen ? textLayers.asPermitted : textLayers.always,
    enablePermissions: parts.isTextChosen,
    enableAutoLinking: false,
    supportsPinchToZoom: false,
    imageResourcesPath: `${pdfFilesUrl}notes/`,
    // It asks for words of its own, which the page sets in its own language.
    l10n: quietWords(language),
    abortSignal: signal,
    // Its types name its own class of texts, and not the signal that it takes.
  } as unknown as ConstructorParameters<typeof PDFViewer>[0])
  links.setViewer(viewer)

  const zoomValue = (zoom: PdfZoom) => (zoom === 'fit' ? 'page-width' : String(zoom))
  let zoom: PdfZoom = parts.place?.zoom ?? 'fit'
  // What pdf.js sends with its events isn't typed: these are those that are heard, with what is read of them.
  const on = <N extends keyof ViewerEvents>(name: N, hear: (event: ViewerEvents[N]) => void) =>
    eventBus.on(name, hear, { signal })
  on('pagesinit', () => {
    for (let index = 0; index < pages; index += 1) {
      const { div } = viewer.getPageView(index) as { readonly div: HTMLElement }
      // Hundreds of regions would bury the player's own.
      div.setAttribute('role', 'group')
      div.setAttribute('aria-label', words.page(index + 1))
    }
    viewer.currentScaleValue = zoomValue(zoom)
    const { page = 1, top } = parts.place ?? {}
    const pageNumber = pageWithin(page, pages)
    const destArray = top === undefined ? undefined : [null, { name: 'XYZ' }, null, top, null]
    if (pageNumber > 1 || destArray) viewer.scrollPageIntoView({ pageNumber, ...(destArray && { destArray }) })
    listener.onPage(pageNumber)
  })
  on('pagechanging', ({ pageNumber }) => listener.onPage(pageNumber))
  on('scalechanging', ({ scale }) => listener.onScale(scale))
  on('updateviewarea', ({ location: { pageNumber, top } }) => listener.onPlace({ page: pageNumber, zoom, top }))
  on('annotationlayerrendered', ({ source }) => nameLinks(source.div, words))
  let query = ''
  let counted = ''
  const onFound = ({ matchesCount, state }: FindEvent) => {
    const isSearching = state === findStates.pending
    if (!isSearching) counted = query
    // At the beginning of a search the counts are still those of the one before it.
    const counts = counted === query ? matchesCount : { current: 0, total: 0 }
    if (counts) listener.onFound({ ...counts, isSearching, query })
  }
  on('updatefindmatchescount', onFound)
  on('updatefindcontrolstate', onFound)
  const resized = new ResizeObserver(() => {
    // Behind another page it has no width to fit.
    if (zoom === 'fit' && container.clientWidth > 0) viewer.currentScaleValue = zoomValue('fit')
  })
  resized.observe(container)

  viewer.setDocument(pdf)
  links.setDocument(pdf, null)

  return {
    ok: true,
    view: {
      pages,
      goTo: (page) => {
        viewer.currentPageNumber = pageWithin(page, pages)
      },
      setZoom(changed) {
        zoom = changed
        viewer.currentScaleValue = zoomValue(changed)
        listener.onPlace({ page: viewer.currentPageNumber, zoom })
      },
      find(wanted, { again = false, backwards = false } = {}) {
        query = wanted
        eventBus.dispatch('find', {
          source: container,
          type: again ? 'again' : '',
          query,
          caseSensitive: false,
          entireWord: false,
          highlightAll: true,
          findPrevious: backwards,
          matchDiacritics: false,
        })
      },
      outline: async () => ((await pdf.getOutline()) as readonly OutlineItem[] | null) ?? [],
      follow(dest) {
        if (dest !== null) void links.goToDestination(dest as string)
      },
      async drawSmall(page, canvas, over) {
        const drawn = await pdf.getPage(page)
        over.throwIfAborted()
        const own = drawn.getViewport({ scale: 1 })
        const viewport = drawn.getViewport({ scale: canvas.width / own.width })
        canvas.height = Math.min(Math.ceil(viewport.height), canvas.width * 4)
        // Drawn here and not in a thread: a canvas that was handed over can't be let go of and drawn again.
        const canvasContext = canvas.getContext('2d')
        if (!canvasContext) throw new Error('There is no canvas')
        const drawing = drawn.render({ canvas: null, canvasContext, viewport })
        over.addEventListener('abort', () => drawing.cancel(), { once: true })
        await drawing.promise
      },
      close() {
        resized.disconnect()
        viewer.setDocument(null)
        void pdf.loadingTask.destroy().catch(() => undefined)
      },
    },
  }
}

/** Takes the place of pdf.js's own texts, of which none is shown. */
const quietWords = ({ code, direction }: Parts['language']) => ({
  getLanguage: () => code,
  getDirection: () => direction,
  get: async () => '',
  translate: async () => undefined,
  translateOnce: async () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  destroy: async () => undefined,
})
