import type { ReactNode } from 'react'
import { LanguageSelect } from './language-select.tsx'
import { ThemeSelect } from './theme-select.tsx'
import styles from './visitor-bar.module.css'

/**
 * Before the sign-in there is no bar, only language and themes: someone who needs one needs it for the sign-in too. `children`: what the
 * app says there.
 */
export const VisitorBar = ({ children }: { readonly children?: ReactNode }) => (
  <header className={styles.visitor}>
    {children}
    <span className={styles.choices}>
      <LanguageSelect />
      <ThemeSelect />
    </span>
  </header>
)
