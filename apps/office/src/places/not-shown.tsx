import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './places.module.css'

/** What a reading has not brought, or not again, with a way to try again if that may help. */
export const NotShown = ({ children, onRetry }: { readonly children: string; readonly onRetry: (() => void) | undefined }) => {
  const { text } = useOffice()
  return (
    <div className={styles.failed}>
      <Problem>{children}</Problem>
      {onRetry !== undefined && (
        <Button className={density.press} onPress={onRetry}>
          {text('table.retry')}
        </Button>
      )}
    </div>
  )
}
