import { looksLikeHtml } from '@sitwell/exam/looks-like-html'
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
  // The one place that sets HTML, behind the one policy. What is pressed is a link, by keyboard too.
  return <div className={styles.html} onClick={onClick} dangerouslySetInnerHTML={{ __html: cleaned }} />
}
