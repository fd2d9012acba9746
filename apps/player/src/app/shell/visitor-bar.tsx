import { lazy, Suspense } from 'react'
import { useVisitor } from '../../context/player-context.tsx'
import { LanguageSelect } from './language-select.tsx'
import { ThemeSelect } from './theme-select.tsx'
import styles from './visitor-bar.module.css'

// A hint that can't be loaded is left out: nobody is kept from the sign-in by it.
const BrowserNotice = lazy(() => import('./browser-notice.tsx').catch(() => ({ default: () => null })))

/** Before the sign-in there is no bar, only language and themes: someone who needs one needs it for the sign-in too. */
export const VisitorBar = () => {
  const { supportedBrowsers } = useVisitor().settings
  return (
    <header className={styles.visitor}>
      {supportedBrowsers.length > 0 && (
        <Suspense fallback={null}>
          <BrowserNotice />
        </Suspense>
      )}
      <span className={styles.choices}>
        <LanguageSelect />
        <ThemeSelect />
      </span>
    </header>
  )
}
