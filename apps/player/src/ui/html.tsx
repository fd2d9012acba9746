import { looksLikeHtml } from '@sitwell/exam/looks-like-html'
import { useMemo } from 'react'
import { cleanHtml } from './clean-html.ts'
import styles from './html.module.css'
import { useHtmlReading } from './html-reading.tsx'

/** Shows HTML of an exam or an organisation, cleaned by the one policy in `clean-html.ts`. */
export const Html = ({ html }: { readonly html: string }) => {
  const { resolveUrl, showsPlainTextAsTyped = false } = useHtmlReading()
  const asTyped = showsPlainTextAsTyped && !looksLikeHtml(html)
  const cleaned = useMemo(() => (asTyped ? '' : cleanHtml(html, resolveUrl)), [asTyped, html, resolveUrl])
  if (asTyped) return <div className={styles.typed}>{html}</div>
  // The one place that sets HTML, behind the one policy.
  return <div className={styles.html} dangerouslySetInnerHTML={{ __html: cleaned }} />
}
