import type { SessionApp } from '@sitwell/app-core/create-session'
import type { OrganisationSettings } from '@sitwell/app-core/organisation-settings'
import type { SignInEnvironment } from '@sitwell/sign-in/sign-in-environment.ts'
import { useMachine } from '@xstate/react'
import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { type StartUpSteps, startUpMachine } from './start-up/start-up.machine.ts'
import { ClientNotFound, InitializeError, Initializing } from './start-up/start-up-screens.tsx'
import { type FirstWords, StartUpWordsContext } from './start-up/start-up-words.ts'

/** The words of the screens around everything, and the page's language and direction with them. */
const useLanguage = <Settings extends OrganisationSettings>(app: SessionApp<Settings>, first: FirstWords) => {
  const { language: spoken, catalogue } = useSyncExternalStore(app.store.subscribe, app.store.get)
  const language = spoken ?? first.language
  useLayoutEffect(() => {
    document.documentElement.lang = language.code
    document.documentElement.dir = language.direction
  }, [language])
  return catalogue ?? first.words
}

/** Starts an app, and shows what its start has come to (spec 1 §4). `children` are the app once it has started. */
export const AppStart = <Settings extends OrganisationSettings>({
  app,
  steps,
  first,
  failed,
  notFound = <ClientNotFound />,
  unsupported,
  children,
}: {
  readonly app: SessionApp<Settings, object, SignInEnvironment>
  /** Made once. */
  readonly steps: StartUpSteps
  readonly first: FirstWords
  /** Instead of the network error while the start has failed. */
  failed?(problem: string): ReactNode
  /** Where no organisation has this address. */
  readonly notFound?: ReactNode
  /** Where this browser may not be used. */
  readonly unsupported?: ReactNode
  children(): ReactNode
}) => {
  const words = useLanguage(app, first)
  const [snapshot] = useMachine(startUpMachine, { input: { steps } })
  const { servedForm } = app.environment
  const { problem, restarts } = snapshot.context
  const isInitializing = snapshot.matches('initializing')
  // The error stays on the page while the start-up retries: somebody may be reading it.
  const isProblemShown = snapshot.matches('initialize_error') || (isInitializing && restarts > 0)
  useLayoutEffect(() => {
    if (!isInitializing) servedForm.giveWay()
  }, [isInitializing, servedForm])
  useEffect(() => app.trail.note(`start-up: ${JSON.stringify(snapshot.value)}`), [app, snapshot.value])
  return (
    <StartUpWordsContext value={words}>
      <ErrorBoundary onError={app.reportError}>
        {isInitializing && !isProblemShown && !servedForm.isThere() && <Initializing />}
        {isProblemShown &&
          (failed?.(problem) ?? <InitializeError details={problem} appVersion={app.store.get().appSettings?.appVersion} />)}
        {snapshot.matches('no_client') && notFound}
        {snapshot.matches('unsupported_browser') && unsupported}
        {snapshot.matches('initialized') && children()}
      </ErrorBoundary>
    </StartUpWordsContext>
  )
}
