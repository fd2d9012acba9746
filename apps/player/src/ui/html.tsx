import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { cleanHtml } from './clean-html.ts'
import styles from './html.module.css'
import { looksLikeHtml } from './looks-like-html.ts'

/** How HTML of the content is read; an exam gives it once, for all that it shows. */
export interface HtmlReading {
  /** The address that a file is loaded from, or undefined where it may not be loaded. */
  readonly resolveUrl?: ((address: string) => string | undefined) | undefined
  /** A text that isn't HTML is shown as typed, its angle brackets too (a policy of some organisations). */
  readonly showsPlainTextAsTyped?: boolean
}

const Reading = createContext<HtmlReading>({})

export const HtmlReadingProvider = ({ reading, children }: { readonly reading: HtmlReading; readonly children: ReactNode }) => (
  <Reading value={reading}>{children}</Reading>
)

/** Shows HTML of an exam or an organisation, cleaned by the one policy in `clean-html.ts`. */
export const Html = ({ html, isInline = false }: { readonly html: string; readonly isInline?: boolean }) => {
  const { resolveUrl, showsPlainTextAsTyped = false } = useContext(Reading)
  const asTyped = showsPlainTextAsTyped && !looksLikeHtml(html)
  const cleaned = useMemo(() => (asTyped ? '' : cleanHtml(html, resolveUrl)), [asTyped, html, resolveUrl])
  const Element = isInline ? 'span' : 'div'
  if (asTyped) return <Element className={styles.typed}>{html}</Element>
  // The one place that sets HTML, behind the one policy.
  return <Element className={styles.html} dangerouslySetInnerHTML={{ __html: cleaned }} />
}
