import { Button } from '@sitwell/ui/button.tsx'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { useVisitor } from '../../context/player-context.tsx'
import { LazyDialog as Dialog, LazyOnlyHereNote } from './lazy-dialog.tsx'
import { useShell } from './shell-context.tsx'

/**
 * Another sign-in has taken the session over: one way on, and no way round it (spec 1 §4). The same where the session was ended in the
 * middle of an exam or a course, from another device, by staff or by its age.
 */
export const DoubleLoginDialog = () => {
  const { player } = useShell()
  const { text } = useVisitor()
  const { isTakenOver = false, isSessionOver = false } = useSyncExternalStore(player.store.subscribe, player.store.get)
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
            void (isTakenOver ? player.abandon() : player.leaveEnded())
          }}
        >
          {text(`${about}.confirm`)}
        </Button>
      }
    >
      <p>{text(`${about}.text`)}</p>
      <Suspense fallback={null}>
        <LazyOnlyHereNote />
      </Suspense>
    </Dialog>
  )
}
