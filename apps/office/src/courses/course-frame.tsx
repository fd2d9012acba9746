import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import type { ReactNode } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import styles from './courses.module.css'

interface Reading {
  readonly isError: boolean
  readonly error: unknown
  readonly isLoaded: boolean
  onAgain(): void
}

/** Whether something is not there, or is not for this person. */
const isMissing = (error: unknown): boolean =>
  error instanceof CallFailed &&
  error.failure.kind === 'refused' &&
  ['NOT_FOUND', 'NOT_ALLOWED', 'INVALID_REQUEST'].includes(error.failure.code)

/** A page about a course: while it loads, if it can't be loaded, and once it is there. */
export const CourseFrame = ({
  title,
  above,
  actions,
  fills = false,
  missing,
  reading: { isError, error, isLoaded, onAgain },
  children,
}: {
  /** Once it is known. */
  readonly title: string | undefined
  readonly above: ReactNode
  readonly actions?: ReactNode
  readonly fills?: boolean
  /** The page shows this text if the course doesn't exist. */
  readonly missing: string
  readonly reading: Reading
  readonly children: ReactNode
}) => {
  const { text } = useOffice()
  return (
    <OfficePage
      title={title ?? text('courses.heading')}
      above={above}
      actions={isLoaded ? actions : undefined}
      fills={fills}
      isLoading={!isLoaded && !isError}
    >
      {isLoaded && children}
      {!isLoaded && !isError && <p role="status">{text('courses.loading')}</p>}
      {!isLoaded && isError && (
        <div className={styles.failed}>
          <Problem>{isMissing(error) ? missing : text('courses.failed')}</Problem>
          {!isMissing(error) && (
            <Button className={density.press} onPress={onAgain}>
              {text('table.retry')}
            </Button>
          )}
        </div>
      )}
    </OfficePage>
  )
}

/** That what shows is older than it should be. */
export const OldNote = ({ time, onAgain }: { readonly time: string; onAgain(): void }) => {
  const { text } = useOffice()
  return (
    <div className={styles.failed}>
      <Problem>{text('courses.failedKept', { time })}</Problem>
      <Button className={density.press} onPress={onAgain}>
        {text('table.retry')}
      </Button>
    </div>
  )
}
