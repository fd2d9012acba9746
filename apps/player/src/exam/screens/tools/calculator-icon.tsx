import styles from './calculator.module.css'

const LineIcon = ({ path }: { readonly path: string }) => (
  <svg className={styles.lineIcon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" d={path} />
  </svg>
)

/** Decorative; the button beside says the word. */
export const CalculatorIcon = () => (
  <LineIcon path="M5 3h14v18H5zM8.5 7h7M8.5 12v.1m3.5-.1v.1m3.5-.1v.1M8.5 16.5v.1m3.5-.1v.1m3.5-.1v.1" />
)

/** The key that takes the last character. */
export const BackIcon = () => <LineIcon path="M9 5h12v14H9l-6-7zM12 9.5l5 5m0-5-5 5" />
