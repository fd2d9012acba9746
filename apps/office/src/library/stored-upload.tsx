import type { LibraryUpload } from '@sitwell/contract'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { useResultFocus } from '../people/use-result-focus.ts'
import { examPath, uploadsPath } from './library-list.ts'
import styles from './upload.module.css'

const storedText = ({ exam, course }: LibraryUpload, text: OfficeText): string => {
  if (exam) {
    const values = { name: exam.name, version: exam.version }
    return text(exam.outcome === 'unchanged' ? 'library.stored.unchanged' : 'library.stored.exam', values)
  }
  const values = { name: course?.name ?? '', version: course?.version ?? 1 }
  return text(course?.outcome === 'unchanged' ? 'library.stored.courseUnchanged' : 'library.stored.course', values)
}

/** The result of an upload that was accepted, and where it is now. It takes the focus if the button that accepted it had it. */
export const StoredUpload = ({ upload }: { readonly upload: LibraryUpload }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const result = useResultFocus(true, undefined)
  return (
    <>
      <div ref={result} tabIndex={-1} className={styles.stored}>
        <Icon name="check" className={styles.icon} />
        <span>{storedText(upload, text)}</span>
      </div>
      <div className={styles.acts}>
        {upload.exam && (
          <ActionLink to={examPath(upload.exam.examGuid)} isPrimary>
            {text('library.stored.open')}
          </ActionLink>
        )}
        <ActionLink to={uploadsPath}>{text('library.stored.another')}</ActionLink>
      </div>
      <p className={styles.quiet}>{text('library.upload.reportUntil', { time: moment(upload.expiresAt) })}</p>
    </>
  )
}
