import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './result-rules.module.css'

/** In place of a part of a page as long as it isn't read, or if it can't be. */
export const ReadingNote = ({ isError, onAgain }: { readonly isError: boolean; onAgain(): void }) => {
  const { text } = useOffice()
  if (!isError) return <p role="status">{text('rules.loading')}</p>
  return (
    <div className={styles.failed}>
      <Problem>{text('rules.failed')}</Problem>
      <Button className={density.press} onPress={onAgain}>
        {text('table.retry')}
      </Button>
    </div>
  )
}
