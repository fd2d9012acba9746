import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import type { ReactNode } from 'react'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { OfficePage } from './office-page.tsx'
import styles from './reading-page.module.css'

/** How far what a page shows is read. */
export interface Reading {
  readonly isError: boolean
  readonly error: unknown
  readonly isLoaded: boolean
  onAgain(): void
}

/** What a page says before what it shows is there. */
export interface ReadingWords {
  /** Its title as long as that isn't known. */
  readonly heading: string
  readonly loading: string
  readonly failed: string
  /** It doesn't exist, or is not for this person. */
  readonly missing: string
}

const isMissing = (error: unknown): boolean =>
  error instanceof CallFailed &&
  error.failure.kind === 'refused' &&
  ['NOT_FOUND', 'NOT_ALLOWED', 'INVALID_REQUEST'].includes(error.failure.code)

/** A page about one thing: while it loads, if it can't be loaded, and once it is there. */
export const ReadingPage = ({
  title,
  above,
  actions,
  fills = false,
  words,
  reading: { isError, error, isLoaded, onAgain },
  children,
}: {
  /** Once it is known. */
  readonly title: string | undefined
  readonly above: ReactNode
  readonly actions?: ReactNode
  readonly fills?: boolean
  readonly words: ReadingWords
  readonly reading: Reading
  readonly children: ReactNode
}) => {
  const { text } = useOffice()
  return (
    <OfficePage
      title={title ?? words.heading}
      above={above}
      actions={isLoaded ? actions : undefined}
      fills={fills}
      isLoading={!isLoaded && !isError}
    >
      {isLoaded && children}
      {!isLoaded && !isError && <p role="status">{words.loading}</p>}
      {!isLoaded && isError && (
        <div className={styles.failed}>
          <Problem>{isMissing(error) ? words.missing : words.failed}</Problem>
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
