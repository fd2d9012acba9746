import type { ThemeState } from '@sitwell/themes/theme-state'
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { leaversIn } from '../context/leavers.ts'
import { PlayerProvider } from '../context/player-context.tsx'
import { SignInFlow } from '../sign-in/sign-in-flow.tsx'
import type { PlayerApp } from './create-player.ts'
import { contextsOf } from './screen-contexts.ts'
import { ShellProvider } from './shell/shell-context.tsx'
import { VisitorBar } from './shell/visitor-bar.tsx'
import { signInActions } from './sign-in-session.ts'
import { isForgotAddress } from './start-up/login-address.ts'

const ForgottenPasswordPage = lazy(() => import('../sign-in/forgotten-password-page.tsx'))

/** Milliseconds from the sign-in page to a look at what this browser keeps of people who were erased. */
const forgetAfterMs = 2000

/** The pages before the sign-in (spec 1 §2) on their own: pages and router load behind them. */
export const SignInScreen = ({
  player,
  themes,
  onSignedIn,
}: {
  readonly player: PlayerApp
  readonly themes: ThemeState
  onSignedIn(): void
}) => {
  const held = useSyncExternalStore(player.store.subscribe, player.store.get)
  const { visitor } = useMemo(() => contextsOf(held, player), [held, player])
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, for the flow holds on to it
  const actions = useMemo(() => signInActions(player, onSignedIn), [player])
  const shell = useMemo(() => ({ player, themes }), [player, themes])
  useEffect(() => {
    // Behind all that the page itself needs; a log-off that isn't complete doesn't wait.
    const waitMs = leaversIn(player.environment.localStorage).all().length > 0 ? 0 : forgetAfterMs
    const timer = setTimeout(
      () => import('./forget-erased-here.ts').then((here) => here.forgetErasedHere(player)).catch(() => {}),
      waitMs,
    )
    return () => clearTimeout(timer)
  }, [player])
  return (
    <PlayerProvider visitor={visitor} player={undefined}>
      <ShellProvider value={shell}>
        <VisitorBar />
        {isForgotAddress(player.environment.path()) ? (
          <Suspense fallback={null}>
            <ForgottenPasswordPage onReturn={actions.toLogin} />
          </Suspense>
        ) : (
          <SignInFlow actions={actions} />
        )}
      </ShellProvider>
    </PlayerProvider>
  )
}
