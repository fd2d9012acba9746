import { BrowserNotice } from './browser-notice.tsx'
import { LanguageSelect } from './language-select.tsx'
import { ThemeSelect } from './theme-select.tsx'
import styles from './visitor-bar.module.css'

/** Before the sign-in there is no bar, only language and themes: someone who needs one needs it for the sign-in too. */
export const VisitorBar = () => (
  <header className={styles.visitor}>
    <BrowserNotice />
    <span className={styles.choices}>
      <LanguageSelect />
      <ThemeSelect />
    </span>
  </header>
)
