import { loginAddress } from '@sitwell/app-core/login-address'
import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { LazyDialog as Dialog } from '@sitwell/app-shell/lazy-dialog.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useCallback, useEffect, useState } from 'react'
import { useOffice, useOfficeParts } from '../office-context.tsx'

/**
 * Signs out at once. Without the server nobody is signed out: the cookie is out of this page's reach, and whoever comes next would find the
 * office open, so that is said.
 */
export const SignOut = () => {
  const { client } = useAppVisitor()
  const { app, session } = useOfficeParts()
  const { text } = useOffice()
  const [isAway, setAway] = useState(false)
  const [isPending, setPending] = useState(false)
  const stay = () => app.store.change({ isSigningOut: false })
  const signOut = useCallback(async () => {
    setPending(true)
    const isDone = await session.signOut()
    app.store.change(isDone ? { isSigningOut: false } : {})
    if (isDone) app.environment.showAddress(loginAddress(client.urlToken), 'as a new entry')
    else setAway(true)
    setPending(false)
  }, [app, session, client])
  useEffect(() => void signOut().catch(app.reportError), [signOut, app])
  if (!isAway) return null
  return (
    <Dialog
      role="alertdialog"
      title={text('office.signOutFailedTitle')}
      onClose={stay}
      actions={
        <>
          <Button onPress={stay}>{text('office.staySignedIn')}</Button>
          <Button variant="primary" autoFocus isPending={isPending} onPress={signOut}>
            {text('office.signOutAgain')}
          </Button>
        </>
      }
    >
      <p>{text('office.signOutFailed')}</p>
    </Dialog>
  )
}
