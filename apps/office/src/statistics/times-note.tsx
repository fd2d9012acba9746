import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './statistics.module.css'
import type { useTimes } from './use-times.ts'

/** Whose times on questions are not known, or that they could not be read. */
export const TimesNote = ({ timing: { isError, notReported, again } }: { readonly timing: ReturnType<typeof useTimes> }) => {
  const { text } = useOffice()
  if (isError)
    return (
      <div className={styles.failed}>
        <Problem>{text('statistics.time.failed')}</Problem>
        <Button className={density.press} onPress={again}>
          {text('table.retry')}
        </Button>
      </div>
    )
  if (notReported === undefined || notReported === 0) return null
  return <p className={styles.quiet}>{text('statistics.time.notReported', { count: notReported })}</p>
}
