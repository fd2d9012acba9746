import { useOffice } from '../office-context.tsx'
import { type Behind, behindText } from './behind.ts'
import styles from './statistics.module.css'

/** A figure that leads to the responses behind it; of nobody it is only a figure. */
export const FigureButton = ({
  figure,
  people,
  of,
  onShow,
}: {
  /** As it is shown. */
  readonly figure: string
  /** How many responses are behind it. */
  readonly people: number
  readonly of: Behind
  onShow(behind: Behind): void
}) => {
  const { text } = useOffice()
  if (people === 0) return <span>{figure}</span>
  return (
    <button
      type="button"
      className={styles.asLink}
      aria-label={text('statistics.responses.named', { responses: behindText(of, text), figure })}
      onClick={() => onShow(of)}
    >
      {figure}
    </button>
  )
}
