import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { lazy, Suspense, useState } from 'react'
import { useVisitor } from '../../context/player-context.tsx'
import styles from './top-bar.module.css'

const BugReportDialog = lazy(() => import('../../support/bug-report-dialog.tsx'))

/** Administrators report a bug from wherever they meet it (spec 1 §2). */
export const BugReportButton = () => {
  const { text } = useVisitor()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" isIcon className={styles.signOut} aria-label={text('bug.title')} onPress={() => setOpen(true)}>
        <Icon name="bug" />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <BugReportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
