import { Loading, RootFrame } from '@sitwell/app-shell/root-frame.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { usePlayer } from '../../context/player-context.tsx'
import { InactivityWatch } from './inactivity-watch.tsx'
import { LazyOnlyHereNote, LazySignOut, useDialogInReserve } from './lazy-parts.tsx'
import { navigationRule } from './navigation-rule.ts'
import { PlayerBar } from './player-bar.tsx'
import { RubricWatch } from './rubric-watch.tsx'
import { SyncedNotice } from './synced-notice.tsx'

const ProctoringWatch = lazy(() => import('../proctoring/proctoring-watch.tsx'))
const OpenAgainNotice = lazy(() => import('./open-again-notice.tsx'))

/** Within an exam the address moves on with the learner, who is led to each question's heading. */
const pageOf = (path: string) => /^\/exam\/[^/]+\/(?!intro|outro)/.exec(path)?.[0] ?? path

/** Around every page of the player. */
export const PlayerFrame = ({ children }: { readonly children: ReactNode }) => (
  <RootFrame rule={navigationRule} pageOf={pageOf} signOut={<LazySignOut />} note={<LazyOnlyHereNote />}>
    {children}
  </RootFrame>
)

/** Around every page behind the sign-in. */
export const SignedInFrame = ({ children }: { readonly children: ReactNode }) => {
  useDialogInReserve()
  const { settings } = usePlayer()
  return (
    <>
      <PlayerBar />
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
