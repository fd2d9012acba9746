import { useMemo } from 'react'
import { cleanHtml } from './clean-html.ts'
import styles from './html.module.css'
import { useHtmlReading } from './html-reading.tsx'
import { looksLikeHtml } from './looks-like-html.ts'

/** Shows HTML of an exam or an organisation, cleaned by the one policy in `clean-html.ts`. */
export const Html = ({ html, isInline = false }: { readonly html: string; readonly isInline?: boolean }) => {
  const { resolveUrl, showsPlainTextAsTyped = false } = useHtmlReading()
  const asTyped = showsPlainTextAsTyped && !looksLikeHtml(html)
  const cleaned = useMemo(() => (asTyped ? '' : cleanHtml(html, resolveUrl)), [asTyped, html, resolveUrl])
  const Element = isInline ? 'span' : 'div'
  if (asTyped) return <Element className={styles.typed}>{html}</Element>
  // The one place that sets HTML, behind the one policy.
  return <Element className={styles.html} dangerouslySetInnerHTML={{ __html: cleaned }} />
}
