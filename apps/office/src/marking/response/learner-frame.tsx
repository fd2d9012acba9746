import { useLayoutEffect, useRef, useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { framePage } from './frame-page.ts'
import styles from './response.module.css'

/** However long an answer is, its frame is no higher than this, in pixels: then it scrolls. */
const mostHeight = 20_000

/**
 * HTML that a learner wrote, in a frame in which no script runs and which loads nothing, opens nothing and leads nowhere. The frame is of this site so
 * that its height can be read; what is in it reaches nothing of the page.
 */
export const LearnerFrame = ({ html, title }: { readonly html: string; readonly title: string }) => {
  const { reportError } = useOffice()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const [page, setPage] = useState<string>()
  useLayoutEffect(() => {
    const { color, backgroundColor } = getComputedStyle(frame.current?.parentElement ?? document.body)
    setPage(framePage(html, { color, background: backgroundColor }))
  }, [html])
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null || page === undefined) return
    let observer: ResizeObserver | undefined
    const measure = () => {
      const body = element.contentDocument?.body
      if (body) setHeight(Math.min(Math.ceil(body.getBoundingClientRect().height) + 2, mostHeight))
    }
    const loaded = () => {
      observer?.disconnect()
      const body = element.contentDocument?.body
      if (!body) return
      measure()
      try {
        observer = new ResizeObserver(measure)
        observer.observe(body)
      } catch (error) {
        reportError(error)
      }
    }
    element.addEventListener('load', loaded)
    return () => {
      element.removeEventListener('load', loaded)
      observer?.disconnect()
    }
  }, [page, reportError])
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      className={styles.frame}
      style={{ blockSize: height === undefined ? '6rem' : `${height}px` }}
      srcDoc={page ?? ''}
    />
  )
}
