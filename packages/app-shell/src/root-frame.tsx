import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { useAddress } from '@sitwell/navigation/navigation.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { DoubleLoginDialog } from './double-login-dialog.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NavigationAlert } from './navigation-alert.tsx'
import type { RuleOfMoves } from './navigation-rule.ts'
import styles from './root-frame.module.css'
import { useAppShell } from './shell-context.tsx'
import { SignedOff } from './signed-off.tsx'

/** While a page loads. */
export const Loading = () => {
  const { text } = useAppVisitor()
  return (
    <main className={styles.loading}>
      <Spinner label={text('app.loading')} />
    </main>
  )
}

/** Milliseconds for which a page's title stays to be read; later somebody would come upon it for no reason. */
const titleMs = 5000

/** Says the new page's title to a screen reader when another page shows. */
const RouteAnnouncer = ({ page }: { readonly page: string }) => {
  const place = useRef<HTMLDivElement>(null)
  const announcement = useRef('')
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
export const RootFrame = ({
  rule,
  pageOf = (path) => path,
  signOut,
  note,
  children,
}: {
  readonly rule: RuleOfMoves
  /** Which page a path shows: the title of another one is read out. */
  pageOf?(path: string): string
  /** Logging off, from the press to the sign-in page. */
  readonly signOut: ReactNode
  /** What else is said to somebody whose session is over. */
  readonly note?: ReactNode
  readonly children: ReactNode
}) => {
  const { text, reportError } = useAppVisitor()
  const { pathname } = useAddress()
  const { app } = useAppShell()
  const { isSigningOut, isSignedOff } = useSyncExternalStore(app.store.subscribe, app.store.get)
  if (isSignedOff) return <SignedOff />
  return (
    <>
      <a href="#main" className={styles.skip}>
        {text('app.skipToContent')}
      </a>
      <ErrorBoundary page={pathname.split('/')[1] ?? ''} onError={reportError}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </ErrorBoundary>
      <NavigationAlert rule={rule} />
      <DoubleLoginDialog>{note}</DoubleLoginDialog>
      {isSigningOut && <Suspense fallback={null}>{signOut}</Suspense>}
      <RouteAnnouncer page={pageOf(pathname)} />
    </>
  )
}
