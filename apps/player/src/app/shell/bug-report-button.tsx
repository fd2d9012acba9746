import { BarButton } from '@sitwell/app-shell/bar-button.tsx'
import { lazy, Suspense, useState } from 'react'
import { useVisitor } from '../../context/player-context.tsx'

const BugReportDialog = lazy(() => import('../../support/bug-report-dialog.tsx'))

/** Administrators report a bug from wherever they meet it (spec 1 §2). */
export const BugReportButton = () => {
  const { text } = useVisitor()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BarButton name={text('bug.title')} icon="bug" onPress={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <BugReportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
