import './pages.css'
import type { PdfZoom } from '@sitwell/exam/media/pdf-view'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useMachine } from '@xstate/react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { ContentsPanel } from './contents-panel.tsx'
import { documentMachine } from './document.machine.ts'
import { openDocument, type ViewedDocument } from './open-document.ts'
import { PageStepper } from './page-stepper.tsx'
import type { Found, PdfView } from './pdf-view.ts'
import styles from './pdf-viewer.module.css'
import { SearchBar } from './search-bar.tsx'
import { useViewer, type ViewerApp, ViewerProvider } from './viewer-context.tsx'
import { ViewerNotice } from './viewer-notice.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'

const nothingFound: Found = { current: 0, total: 0, isSearching: false, query: '' }

interface Shown {
  readonly document: ViewedDocument
  /** The reader has just opened it. */
  readonly takesFocus: boolean
  onClose(): void
}

/** A PDF in a place of the page: its pages, with zoom, search, contents and page number. */
export const PdfViewer = ({ app, ...shown }: Shown & { readonly app: ViewerApp }) => (
  <ViewerProvider app={app}>
    <Viewer {...shown} />
  </ViewerProvider>
)

const Viewer = ({ document, takesFocus, onClose }: Shown) => {
  const app = useViewer()
  const { text } = app
  const { isTextChosen } = document
  const container = useRef<HTMLDivElement>(null)
  const [stored] = useState(document.place)
  const [page, setPage] = useState(stored?.page ?? 1)
  const [zoom, setZoom] = useState<PdfZoom>(stored?.zoom ?? 'fit')
  const [scale, setScale] = useState(1)
  const [found, setFound] = useState(nothingFound)
  const [isWaiting, setWaiting] = useState(false)
  const [shows, setShows] = useState<'contents' | 'search'>()
  const open = useMemo(
    () =>
      openDocument({
        app,
        document,
        container: () => container.current,
        onWaiting: setWaiting,
        listener: { onPage: setPage, onScale: setScale, onFound: setFound },
      }),
    [app, document],
  )
  const [state, send] = useMachine(documentMachine, { input: { open } })
  const { view } = state.context
  useEffect(() => {
    if (takesFocus) container.current?.focus({ preventScroll: true })
  }, [takesFocus])

  const changeZoom = (changed: PdfZoom) => {
    setZoom(changed)
    view?.setZoom(changed)
  }
  const closeSearch = () => {
    setShows(undefined)
    setFound(nothingFound)
    view?.find('')
    container.current?.focus()
  }
  const turnByKey = (key: string, pages: PdfView) => {
    const ahead = globalThis.document.documentElement.dir === 'rtl' ? -1 : 1
    const turn = { ArrowRight: ahead, ArrowLeft: -ahead }[key]
    if (turn !== undefined) pages.goTo(page + turn)
    else if (key === 'Home') pages.goTo(1)
    else if (key === 'End') pages.goTo(pages.pages)
    return turn !== undefined || key === 'Home' || key === 'End'
  }

  /** Left and right turn pages of the document here, and do nothing on the page around it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f' && view) {
      event.preventDefault()
      setShows('search')
      return
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !view) return
    if (event.target instanceof HTMLInputElement || event.defaultPrevented) return
    if (turnByKey(event.key, view)) event.preventDefault()
  }
  return (
    <section aria-label={text('pdf.document', { name: document.name })} className={styles.viewer} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2 className={styles.name} title={document.name}>
          <bdi>{document.name}</bdi>
        </h2>
        <div role="group" aria-label={text('pdf.tools')} className={styles.tools}>
          <Button
            variant="quiet"
            isIcon
            aria-label={text('pdf.contents')}
            aria-expanded={shows === 'contents'}
            isDisabled={!view}
            onPress={() => setShows(shows === 'contents' ? undefined : 'contents')}
          >
            <Icon name="list" />
          </Button>
          <Button
            variant="quiet"
            isIcon
            aria-label={text('pdf.search')}
            aria-expanded={shows === 'search'}
            isDisabled={!view}
            onPress={() => (shows === 'search' ? closeSearch() : setShows('search'))}
          >
            <Icon name="search" />
          </Button>
          <ZoomButtons zoom={zoom} scale={scale} isDisabled={!view} onChange={changeZoom} />
        </div>
        <Button variant="quiet" isIcon aria-label={text('pdf.close')} onPress={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      {shows === 'search' && view && <SearchBar view={view} found={found} onClose={closeSearch} />}
      {isWaiting && view && (
        <p role="status" className={styles.waiting}>
          {text('pdf.waiting')}
        </p>
      )}
      <div className={styles.middle}>
        <div
          ref={container}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
          tabIndex={0}
          role="group"
          aria-label={text('pdf.pages')}
          className={styles.pages}
          data-selectable={isTextChosen}
          onCopy={isTextChosen ? undefined : (event) => event.preventDefault()}
        >
          <div className="pdfViewer" />
        </div>
        {!state.matches({ there: 'shown' }) && <ViewerNotice state={state} send={send} onClose={onClose} />}
        {shows === 'contents' && view && <ContentsPanel view={view} page={page} onClose={() => setShows(undefined)} />}
      </div>
      {view && <PageStepper page={page} pages={view.pages} onGo={view.goTo} />}
    </section>
  )
}
