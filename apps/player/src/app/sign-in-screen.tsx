import { startedState } from '@sitwell/app-core/app-store'
import { isForgotAddress } from '@sitwell/app-core/login-address'
import { VisitorBar } from '@sitwell/app-shell/visitor-bar.tsx'
import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import { createSignInActions, type SignInParts } from '@sitwell/sign-in/create-sign-in-actions.ts'
import { SignInFlow } from '@sitwell/sign-in/sign-in-flow.tsx'
import type { ThemeState } from '@sitwell/themes/theme-state'
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { leaversIn } from '../context/leavers.ts'
import { PlayerProvider } from '../context/player-context.tsx'
import type { ClientSettings } from '../context/settings/client-settings.ts'
import type { PlayerApp } from './create-player.ts'
import { contextsOf } from './screen-contexts.ts'
import { LazyBrowserNotice } from './shell/lazy-browser-notice.tsx'
import { ShellProvider } from './shell/shell-context.tsx'

const ForgottenPasswordPage = lazy(() => import('@sitwell/sign-in/forgotten-password-page.tsx'))

/** What of a sign-in is the player's own. What follows the credentials loads while somebody types them. */
const signInParts = (player: PlayerApp, onSignedIn: () => void): SignInParts<ClientSettings> => {
  const { appSettings, client } = startedState(player.store.get())
  const wayIn = () => import('./way-in.ts')
  return {
    loadNamed: async (api, orgId) =>
      (await import('../context/settings/settings-by-name.ts')).loadSettingsByName(api, orgId, appSettings.productName),
    needsLoginToken: policiesOf(client.id).needsLoginToken,
    wayElsewhere: async (newcomer) => (await wayIn()).administratorsWay(player, newcomer),
    prepare: async () => (await wayIn()).tidyActivityLog(player),
    onSignedIn,
  }
}

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
  const actions = useMemo(() => createSignInActions(player, signInParts(player, onSignedIn)), [player])
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
      <ShellProvider player={player} themes={themes}>
        <VisitorBar>
          <LazyBrowserNotice />
        </VisitorBar>
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
