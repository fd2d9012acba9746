import { type MouseEvent, memo, useLayoutEffect, useMemo, useRef } from 'react'
import { cleanHtml } from './clean-html.ts'
import { holdPlaces } from './hold-place.ts'
import styles from './html.module.css'
import { HtmlMedia, mayHoldMedia } from './html-media.tsx'
import { useHtmlReading } from './html-reading.tsx'
import { isShownAsTyped } from './shown-as-typed.ts'

/** Shows HTML of an exam or an organisation, cleaned by the one policy in `clean-html.ts`. */
export const Html = memo(({ html }: { readonly html: string }) => {
  const reading = useHtmlReading()
  const { resolveUrl, sizeOf, openLink, MediaControls, Explained } = reading
  const root = useRef<HTMLDivElement>(null)
  const asTyped = isShownAsTyped(html, reading)
  const cleaned = useMemo(() => (asTyped ? '' : cleanHtml(html, resolveUrl)), [asTyped, html, resolveUrl])
  useLayoutEffect(() => {
    if (cleaned && sizeOf && root.current) holdPlaces(root.current, sizeOf)
  }, [cleaned, sizeOf])
  if (asTyped) return <div className={styles.typed}>{html}</div>
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link && openLink?.(link.href)) event.preventDefault()
  }
  /** A browser's menu over a sound or film offers to save it. */
  const onContextMenu = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('audio, video')) event.preventDefault()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed is a link within it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what is pressed is a link, by keyboard too */}
      <div
        ref={root}
        className={styles.html}
        onClick={onClick}
        onContextMenu={onContextMenu}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place that sets HTML, behind the one policy
        dangerouslySetInnerHTML={{ __html: cleaned }}
      />
      {MediaControls && mayHoldMedia(cleaned) && <HtmlMedia root={root} cleaned={cleaned} Controls={MediaControls} />}
      {Explained && cleaned.includes('data-explained') && <Explained root={root} cleaned={cleaned} />}
    </>
  )
})
