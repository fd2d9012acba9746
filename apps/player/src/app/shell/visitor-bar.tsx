import { BrowserNotice } from './browser-notice.tsx'
import { ThemeSelect } from './theme-select.tsx'
import styles from './visitor-bar.module.css'

/** Before the sign-in there is no bar, only the themes: someone who needs one needs it for the sign-in too. */
export const VisitorBar = () => (
  <header className={styles.visitor}>
    <BrowserNotice />
    <ThemeSelect />
  </header>
)
