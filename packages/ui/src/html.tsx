import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'
import { type MouseEvent, useMemo } from 'react'
import { cleanHtml } from './clean-html.ts'
import styles from './html.module.css'
import { useHtmlReading } from './html-reading.tsx'

/** Shows HTML of an exam or an organisation, cleaned by the one policy in `clean-html.ts`. */
export const Html = ({ html }: { readonly html: string }) => {
  const { resolveUrl, openLink, showsPlainTextAsTyped = false } = useHtmlReading()
  const asTyped = showsPlainTextAsTyped && !looksLikeHtml(html)
  const cleaned = useMemo(() => (asTyped ? '' : cleanHtml(html, resolveUrl)), [asTyped, html, resolveUrl])
  if (asTyped) return <div className={styles.typed}>{html}</div>
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link && openLink?.(link.href)) event.preventDefault()
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed is a link within it
  // biome-ignore lint/a11y/useKeyWithClickEvents: what is pressed is a link, by keyboard too
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place that sets HTML, behind the one policy
  return <div className={styles.html} onClick={onClick} dangerouslySetInnerHTML={{ __html: cleaned }} />
}
