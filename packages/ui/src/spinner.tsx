import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

/** Turns while something is under way. With reduced motion it stands still and pulses no more; its label says the same. */
export const Spinner = ({ label, size = 'large' }: { readonly label?: string; readonly size?: 'small' | 'large' }) => (
  <span
    className={classNames(styles.spinner, styles[size])}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'progressbar', 'aria-label': label })}
  />
)
