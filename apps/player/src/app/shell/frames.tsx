import { useAddress } from '@sitwell/navigation/navigation.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { usePlayer, useVisitor } from '../../context/player-context.tsx'
import { DoubleLoginDialog } from './double-login-dialog.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './frames.module.css'
import { InactivityWatch } from './inactivity-watch.tsx'
import { LazySignOut, useDialogInReserve } from './lazy-dialog.tsx'
import { NavigationAlert } from './navigation-alert.tsx'
import { RubricWatch } from './rubric-watch.tsx'
import { useShell } from './shell-context.tsx'
import { SignedOff } from './signed-off.tsx'
import { SyncedNotice } from './synced-notice.tsx'
import { TopBar } from './top-bar.tsx'

const ProctoringWatch = lazy(() => import('../proctoring/proctoring-watch.tsx'))
const OpenAgainNotice = lazy(() => import('./open-again-notice.tsx'))

const Loading = () => {
  const { text } = useVisitor()
  return (
    <main className={styles.loading}>
      <Spinner label={text('app.loading')} />
    </main>
  )
}

/** Milliseconds for which a page's title stays to be read; later somebody would come upon it for no reason. */
const titleMs = 5000

/** Says the new page's title to a screen reader when the address changes. */
const RouteAnnouncer = () => {
  const { pathname } = useAddress()
  const place = useRef<HTMLDivElement>(null)
  const announcement = useRef('')
  // Within an exam the address moves on with the learner, who is led to each question's heading.
  const page = /^\/exam\/[^/]+\/(?!intro|outro)/.exec(pathname)?.[0] ?? pathname
  useEffect(() => {
    const say = (title: string) => {
      if (place.current !== null) place.current.textContent = title
    }
    // The page sets its title as it draws; by the next frame it has.
    const frame = requestAnimationFrame(() => {
      if (page === '' || announcement.current === document.title) return
      announcement.current = document.title
      say(document.title)
    })
    const timer = setTimeout(() => say(''), titleMs)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [page])
  return <div ref={place} className={styles.announcer} role="status" />
}

/** Around every page: what may lie over it, and what catches its mistakes. */
export const RootFrame = ({ children }: { readonly children: ReactNode }) => {
  const { text, reportError } = useVisitor()
  const { pathname } = useAddress()
  const { player } = useShell()
  const { isSigningOut, isSignedOff } = useSyncExternalStore(player.store.subscribe, player.store.get)
  if (isSignedOff) return <SignedOff />
  return (
    <>
      <a href="#main" className={styles.skip}>
        {text('app.skipToContent')}
      </a>
      <ErrorBoundary page={pathname.split('/')[1] ?? ''} onError={reportError}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </ErrorBoundary>
      <NavigationAlert />
      <DoubleLoginDialog />
      {isSigningOut && (
        <Suspense fallback={null}>
          <LazySignOut />
        </Suspense>
      )}
      <RouteAnnouncer />
    </>
  )
}

/** Around every page behind the sign-in. */
export const SignedInFrame = ({ children }: { readonly children: ReactNode }) => {
  useDialogInReserve()
  const { settings } = usePlayer()
  return (
    <>
      <TopBar />
      {settings.proctoringActive && (
        <Suspense fallback={null}>
          <ProctoringWatch />
        </Suspense>
      )}
      <InactivityWatch />
      <RubricWatch />
      <SyncedNotice>
        <Suspense fallback={null}>
          <OpenAgainNotice />
        </Suspense>
      </SyncedNotice>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </>
  )
}
