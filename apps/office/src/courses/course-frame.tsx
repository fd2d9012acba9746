import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import type { ComponentProps } from 'react'
import { useOffice } from '../office-context.tsx'
import { ReadingPage } from '../shell/reading-page.tsx'
import styles from './courses.module.css'

/** A page about a course. */
export const CourseFrame = ({
  missing,
  ...page
}: Omit<ComponentProps<typeof ReadingPage>, 'words'> & {
  /** The page shows this text if the course doesn't exist. */
  readonly missing: string
}) => {
  const { text } = useOffice()
  const words = { heading: text('courses.heading'), loading: text('courses.loading'), failed: text('courses.failed'), missing }
  return <ReadingPage words={words} {...page} />
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
