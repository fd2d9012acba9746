import { useOffice } from '../../office-context.tsx'
import styles from './report.module.css'

/** Somebody else's text as it is, never as HTML. It scrolls by itself. */
export const SourceText = ({
  label,
  content,
  isCut,
}: {
  readonly label: string
  readonly content: string
  readonly isCut: boolean
}) => {
  const { text } = useOffice()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <pre role="group" aria-label={label} tabIndex={0} dir="auto" className={styles.source}>
        {content}
      </pre>
      {isCut && <p className={styles.why}>{text('library.cut')}</p>}
    </>
  )
}
