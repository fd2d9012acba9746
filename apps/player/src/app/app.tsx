import { useMachine } from '@xstate/react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { policiesOf } from '../api/organisation-policies.ts'
import type { PlayerApp } from './create-player.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { loginRedirect } from './start-up/login-address.ts'
import { startUpMachine } from './start-up/start-up.machine.ts'
import { ClientNotFound, InitializeError, Initializing } from './start-up/start-up-screens.tsx'
import { startUpSteps } from './start-up/start-up-steps.ts'
import type { ThemeState } from './themes/theme-state.ts'

const loadStartedApp = () => import('./started-app.tsx')
const StartedApp = lazy(loadStartedApp)
const UnsupportedBrowser = lazy(() => import('./start-up/unsupported-browser.tsx'))

/** Without a session the login page, whatever the address was; with one the pages. */
const Initialized = ({ player, themes }: { readonly player: PlayerApp; readonly themes: ThemeState }) => {
  const [isSignedIn, setSignedIn] = useState(() => player.store.get().session !== undefined)
  useEffect(() => {
    if (isSignedIn) return
    player.environment.showAddress(loginRedirect(player.environment.path(), player.store.get().client?.urlToken), 'in place')
    // While the learner types.
    void loadStartedApp()
  }, [isSignedIn, player])
  if (!isSignedIn) {
    return (
      <SignInScreen
        player={player}
        themes={themes}
        onSignedIn={() => {
          player.environment.showAddress('/rubric', 'as a new entry')
          setSignedIn(true)
        }}
      />
    )
  }
  return (
    <Suspense fallback={<Initializing />}>
      <StartedApp player={player} themes={themes} />
    </Suspense>
  )
}

/** Starts the app, and shows what its start has come to (spec 1 §4). */
export const App = ({ player, themes }: { readonly player: PlayerApp; readonly themes: ThemeState }) => {
  const steps = useMemo(() => {
    const made = startUpSteps(player)
    return {
      ...made,
      // The organisation's colours come on before its logo is waited for, so that nothing changes colour afterwards.
      preloadLogo: () => {
        const { client, settings } = player.store.get()
        if (client && settings) themes.useOrganisation(settings, policiesOf(client.id).buttonsInSecondaryColour)
        return made.preloadLogo()
      },
    }
  }, [player, themes])
  const [snapshot] = useMachine(startUpMachine, { input: { steps } })
  return (
    <ErrorBoundary onError={player.reportError}>
      {snapshot.matches('initializing') && <Initializing />}
      {snapshot.matches('initialize_error') && (
        <InitializeError details={snapshot.context.problem} appVersion={player.store.get().appSettings?.appVersion ?? ''} />
      )}
      {snapshot.matches('no_client') && <ClientNotFound />}
      {snapshot.matches('unsupported_browser') && (
        <Suspense fallback={<Initializing />}>
          <UnsupportedBrowser
            userAgent={player.environment.userAgent}
            supported={player.store.get().appSettings?.supportedBrowsers ?? []}
          />
        </Suspense>
      )}
      {snapshot.matches('initialized') && <Initialized player={player} themes={themes} />}
    </ErrorBoundary>
  )
}
