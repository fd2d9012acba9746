import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { LazyDialog as Dialog } from './lazy-dialog.tsx'
import { useAppShell } from './shell-context.tsx'

/**
 * Another sign-in has taken the session over: one way on, and no way round it (spec 1 §4). The same where the session was ended in the
 * middle of a page that says so itself, from another device, by staff or by its age. `children`: what else the app says then.
 */
export const DoubleLoginDialog = ({ children }: { readonly children?: ReactNode }) => {
  const { app } = useAppShell()
  const { text } = useAppVisitor()
  const { isTakenOver = false, isSessionOver = false } = useSyncExternalStore(app.store.subscribe, app.store.get)
  const [isLeaving, setLeaving] = useState(false)
  if (!isTakenOver && !isSessionOver) return null
  const about = isTakenOver ? 'doubleLogin' : 'sessionOver'
  return (
    <Dialog
      role="alertdialog"
      title={text(`${about}.title`)}
      actions={
        <Button
          variant="primary"
          autoFocus
          isPending={isLeaving}
          onPress={() => {
            setLeaving(true)
            void (isTakenOver ? app.abandon() : app.leaveEnded())
          }}
        >
          {text(`${about}.confirm`)}
        </Button>
      }
    >
      <p>{text(`${about}.text`)}</p>
      <Suspense fallback={null}>{children}</Suspense>
    </Dialog>
  )
}
