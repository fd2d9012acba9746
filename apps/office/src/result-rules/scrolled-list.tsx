import type { ReactNode } from 'react'
import styles from './result-rules.module.css'

/** A list that scrolls in its place once it is long. */
export const ScrolledList = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div
    className={styles.scrolled}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus
    tabIndex={0}
    role="region"
    aria-label={label}
  >
    <ul className={styles.people}>{children}</ul>
  </div>
)
