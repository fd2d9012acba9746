import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

/** Turns during a task. With reduced motion it does not move or pulse; its label has the same information. */
export const Spinner = ({ label, size = 'large' }: { readonly label?: string; readonly size?: 'small' | 'large' }) => (
  <span
    className={classNames(styles.spinner, styles[size])}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'progressbar', 'aria-label': label })}
  />
)
