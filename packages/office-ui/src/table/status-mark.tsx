import type { ReactNode } from 'react'
import styles from './status-mark.module.css'

/** How much a state needs attention. */
export type StatusTone = 'good' | 'idle' | 'late' | 'bad' | 'done'

/** A shape for each, so that nobody has to tell colours apart. */
const shapes: Record<StatusTone, ReactNode> = {
  good: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  idle: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  late: <path d="M6 1 11.5 11h-11z" fill="currentColor" />,
  bad: <path d="M6 .8 11.2 6 6 11.2.8 6z" fill="none" stroke="currentColor" strokeWidth="2" />,
  done: <path d="m1.5 6.5 3 3 6-7" fill="none" stroke="currentColor" strokeWidth="2" />,
}

/** A state in words, with a shape before them. */
export const StatusMark = ({ tone, text }: { readonly tone: StatusTone; readonly text: string }) => (
  <span className={styles.mark} data-tone={tone}>
    <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false" className={styles.shape}>
      {shapes[tone]}
    </svg>
    <span className={styles.text}>{text}</span>
  </span>
)
