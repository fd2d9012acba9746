import { Notice } from '@sitwell/office-ui/notice.tsx'
import { useResultFocus } from '../people/use-result-focus.ts'
import styles from './results.module.css'

/** What came of the last act on results. It takes the focus if the button that was pressed is gone. `reading`: what the page shows. */
export const ResultNotice = ({
  children,
  reading,
  onClose,
}: {
  readonly children: string | undefined
  readonly reading: unknown
  onClose(): void
}) => {
  const place = useResultFocus(children, reading)
  return (
    <div ref={place} tabIndex={-1} className={styles.result}>
      <Notice onClose={onClose}>{children}</Notice>
    </div>
  )
}
