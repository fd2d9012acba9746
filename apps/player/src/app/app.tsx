import { useMachine } from '@xstate/react'
import { lazy, Suspense, useMemo } from 'react'
import { policiesOf } from '../api/organisation-policies.ts'
import type { PlayerApp } from './create-player.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { startUpMachine } from './start-up/start-up.machine.ts'
import { ClientNotFound, InitializeError, Initializing } from './start-up/start-up-screens.tsx'
import { startUpSteps } from './start-up/start-up-steps.ts'
import { StartedApp } from './started-app.tsx'
import type { ThemeState } from './themes/theme-state.ts'

const UnsupportedBrowser = lazy(() => import('./start-up/unsupported-browser.tsx'))

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
      {snapshot.matches('initialized') && <StartedApp player={player} themes={themes} />}
    </ErrorBoundary>
  )
}
