import { classNames } from '@sitwell/ui/class-names.ts'
import { useId } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './progress.module.css'

/** How far something is that takes its time. Its numbers stand beside it; while there is none, it shows that something continues. */
export const Progress = ({
  label,
  done,
  total,
  words: given,
}: {
  readonly label: string
  readonly done: number
  /** Undefined: not known yet. */
  readonly total: number | undefined
  /** How far it is in words, such as sizes of files; the numbers unless given. */
  readonly words?: string
}) => {
  const { language, text } = useOfficeTexts()
  const id = useId()
  const share = total === undefined ? undefined : Math.min(Math.max(total === 0 ? 1 : done / total, 0), 1)
  const number = (value: number) => value.toLocaleString(language.code)
  const numbers =
    total === undefined
      ? text('progress.open', { done: number(done) })
      : text('progress.of', { done: number(done), total: number(total) })
  const words = given ?? numbers
  return (
    <div className={classNames(density.compact, styles.progress)}>
      <div className={styles.words}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <span className={styles.numbers}>{words}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.floor(share * 100)}
        aria-valuetext={words}
        className={styles.track}
      >
        <div
          className={classNames(styles.bar, share === undefined && styles.open)}
          style={share === undefined ? undefined : { inlineSize: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
