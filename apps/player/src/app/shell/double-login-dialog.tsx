import { Button } from '@sitwell/ui/button.tsx'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { useVisitor } from '../../api/player-context.tsx'
import { LazyDialog as Dialog, LazyOnlyHereNote } from './lazy-dialog.tsx'
import { useShell } from './shell-context.tsx'

/** Another sign-in has taken the session over: one way on, and no way round it (spec 1 §4). */
export const DoubleLoginDialog = () => {
  const { player } = useShell()
  const { text } = useVisitor()
  const { isTakenOver = false } = useSyncExternalStore(player.store.subscribe, player.store.get)
  const [isLeaving, setLeaving] = useState(false)
  if (!isTakenOver) return null
  return (
    <Dialog
      role="alertdialog"
      title={text('doubleLogin.title')}
      actions={
        <Button
          variant="primary"
          autoFocus
          isPending={isLeaving}
          onPress={() => {
            setLeaving(true)
            void player.abandon()
          }}
        >
          {text('doubleLogin.confirm')}
        </Button>
      }
    >
      <p>{text('doubleLogin.text')}</p>
      <Suspense fallback={null}>
        <LazyOnlyHereNote />
      </Suspense>
    </Dialog>
  )
}
