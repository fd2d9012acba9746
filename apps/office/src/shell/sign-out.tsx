import { loginAddress } from '@sitwell/app-core/login-address'
import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { LazyDialog as Dialog } from '@sitwell/app-shell/lazy-dialog.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useCallback, useEffect, useState } from 'react'
import { useOffice, useOfficeParts } from '../office-context.tsx'

/** Milliseconds that marks on their way to the server are waited for. */
const marksMs = 3000

/**
 * Signs out at once, unless marks are only on this device: then the person decides. Without the server nobody is signed out: the cookie is out of this page's reach, and whoever comes next would find the
 * office open, so that is said.
 */
export const SignOut = () => {
  const { client } = useAppVisitor()
  const { app, session, marking } = useOfficeParts()
  const { text } = useOffice()
  const [isAway, setAway] = useState(false)
  const [isPending, setPending] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const stay = () => app.store.change({ isSigningOut: false })
  /** `removesMarks`: nothing of what only this device has stays on it. */
  const signOut = useCallback(
    async (removesMarks = false) => {
      setPending(true)
      const discard = marking.discarding()
      const isDone = await session.signOut()
      if (isDone && removesMarks) await discard().catch(app.reportError)
      app.store.change(isDone ? { isSigningOut: false } : {})
      if (isDone) app.environment.showAddress(loginAddress(client.urlToken), 'as a new entry')
      else setAway(true)
      setPending(false)
    },
    [app, session, client, marking],
  )
  useEffect(() => {
    const leave = async () => {
      const count = await marking.unsent(marksMs)
      if (count > 0) setUnsent(count)
      else await signOut()
    }
    leave().catch(app.reportError)
  }, [signOut, app, marking])
  if (!isAway && unsent === 0) return null
  if (!isAway)
    return (
      <Dialog
        role="alertdialog"
        title={text('office.signOutMarksTitle')}
        onClose={stay}
        actions={
          <>
            <Button variant="danger" isIrreversible isPending={isPending} onPress={() => void signOut(true)}>
              {text('office.signOutRemoving')}
            </Button>
            <Button isPending={isPending} onPress={() => void signOut()}>
              {text('office.signOutAnyway')}
            </Button>
            <Button variant="primary" autoFocus onPress={stay}>
              {text('office.staySignedIn')}
            </Button>
          </>
        }
      >
        <p>{text('office.signOutMarks', { count: unsent })}</p>
        <p>{text('office.signOutMarksShared')}</p>
      </Dialog>
    )
  return (
    <Dialog
      role="alertdialog"
      title={text('office.signOutFailedTitle')}
      onClose={stay}
      actions={
        <>
          <Button onPress={stay}>{text('office.staySignedIn')}</Button>
          <Button variant="primary" autoFocus isPending={isPending} onPress={() => void signOut()}>
            {text('office.signOutAgain')}
          </Button>
        </>
      }
    >
      <p>{text('office.signOutFailed')}</p>
    </Dialog>
  )
}
