import { useEffect, useRef } from 'react'
import styles from './contents-panel.module.css'
import type { PdfView } from './pdf-view.ts'
import { useViewer } from './viewer-context.tsx'

/** Pixels of a small picture's width. */
const width = 160

/** A page in small: drawn while it is near what shows, and let go of when it isn't, so that hundreds of them take no memory. */
const Thumbnail = ({
  view,
  page,
  isCurrent,
}: {
  readonly view: PdfView
  readonly page: number
  readonly isCurrent: boolean
}) => {
  const { text } = useViewer()
  const canvas = useRef<HTMLCanvasElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let drawing: AbortController | undefined
    const stop = () => {
      drawing?.abort()
      drawing = undefined
      element.width = 0
      element.height = 0
    }
    const seen = new IntersectionObserver(
      ([entry]) => {
        stop()
        if (!entry?.isIntersecting) return
        drawing = new AbortController()
        element.width = width
        // Let go of meanwhile, or a page that can't be drawn: its number is below.
        view.drawSmall(page, element, drawing.signal).catch(() => undefined)
      },
      { rootMargin: '300px' },
    )
    seen.observe(element)
    return () => {
      seen.disconnect()
      stop()
    }
  }, [view, page])
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={styles.thumbnail}
        aria-label={text('pdf.page', { page })}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => view.goTo(page)}
      >
        <canvas ref={canvas} width={0} height={0} />
        <span>{page}</span>
      </button>
    </li>
  )
}

export const Thumbnails = ({ view, page }: { readonly view: PdfView; readonly page: number }) => (
  <ol className={styles.thumbnails}>
    {Array.from({ length: view.pages }, (_, index) => index + 1).map((each) => (
      <Thumbnail key={each} view={view} page={each} isCurrent={each === page} />
    ))}
  </ol>
)
