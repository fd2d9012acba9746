import { useEffect } from 'react'
import { useAppShell } from './shell-context.tsx'

/** Logs off at once, for an app that leaves nothing in the browser which has yet to be sent. */
export const SignOutNow = () => {
  const { app } = useAppShell()
  useEffect(() => {
    app.signOut().catch(app.reportError)
  }, [app])
  return null
}
