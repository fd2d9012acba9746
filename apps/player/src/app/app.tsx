import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import type { ThemeState } from '@sitwell/themes/theme-state'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { PlayerApp } from './create-player.ts'
import { arrivalOf } from './page-life.ts'
import { isProctoringPage } from './proctoring/provider-pages.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { NavigationDialog } from './shell/navigation-dialog.tsx'
import { navigationRule } from './shell/navigation-rule.ts'
import { SignInScreen } from './sign-in-screen.tsx'
import { loginRedirect } from './start-up/login-redirect.ts'
import { startUpMachine } from './start-up/start-up.machine.ts'
import { ClientNotFound, InitializeError, Initializing } from './start-up/start-up-screens.tsx'
import { startUpSteps } from './start-up/start-up-steps.ts'
import { type FirstWords, StartUpWordsContext, useStartUpWords } from './start-up/start-up-words.ts'

const loadStartedApp = () => import('./started-app.tsx')
const StartedApp = lazy(loadStartedApp)
const ProctoringPage = lazy(() => import('./proctoring/proctoring-page.tsx'))
const UnsupportedBrowser = lazy(() => import('./start-up/unsupported-browser.tsx'))

/** Without a session the login page, whatever the address was; with one the pages. */
const Initialized = ({ player, themes }: { readonly player: PlayerApp; readonly themes: ThemeState }) => {
  const { environment, store } = player
  const { text } = useStartUpWords()
  const [isSignedIn, setSignedIn] = useState(() => store.get().session !== undefined)
  const [alert, setAlert] = useState(() => {
    const arrival = arrivalOf(player)
    if (arrival.stayAt !== undefined) environment.showAddress(arrival.stayAt, 'in place')
    return arrival.alert
  })
  useEffect(() => {
    if (isSignedIn) return
    environment.showAddress(loginRedirect(environment.path(), store.get().client?.urlToken), 'in place')
    // While the learner types.
    void loadStartedApp()
    return environment.onHistory((from, to) => {
      if (navigationRule(from, to, 'POP') === 'proceed with alert') setAlert('interrupted')
    })
  }, [isSignedIn, environment, store])
  const dialog = alert === undefined ? null : <NavigationDialog alert={alert} text={text} onClose={() => setAlert(undefined)} />
  if (!isSignedIn) {
    return (
      <>
        <SignInScreen
          player={player}
          themes={themes}
          onSignedIn={() => {
            const { client, session } = store.get()
            if (client !== undefined) themes.setScope({ orgId: client.id, userGuid: session?.user.guid })
            environment.showAddress('/rubric', 'as a new entry')
            setSignedIn(true)
          }}
        />
        {dialog}
      </>
    )
  }
  return (
    <>
      <Suspense fallback={<Initializing />}>
        <StartedApp player={player} themes={themes} />
      </Suspense>
      {dialog}
    </>
  )
}

/** The words of the screens around everything, and the page's language and direction with them. */
const useLanguage = (player: PlayerApp, first: FirstWords) => {
  const { language: spoken, catalogue } = useSyncExternalStore(player.store.subscribe, player.store.get)
  const language = spoken ?? first.language
  useLayoutEffect(() => {
    document.documentElement.lang = language.code
    document.documentElement.dir = language.direction
  }, [language])
  return catalogue ?? first.words
}

/** Starts the app, and shows what its start has come to (spec 1 §4). */
export const App = ({
  player,
  themes,
  first,
}: {
  readonly player: PlayerApp
  readonly themes: ThemeState
  readonly first: FirstWords
}) => {
  const words = useLanguage(player, first)
  const steps = useMemo(() => {
    const made = startUpSteps(player)
    return {
      ...made,
      // The organisation's colours come on before its logo is waited for, so that nothing changes colour afterwards.
      preloadLogo: () => {
        const { client, settings, session } = player.store.get()
        if (client && settings) {
          themes.setOrganisation(settings, policiesOf(client.id).buttonsInSecondaryColour)
          // Nobody is signed in yet where the provider brings a learner: theirs is the theme that was on here last.
          if (session !== undefined || !isProctoringPage(player.environment.path()))
            themes.setScope({ orgId: client.id, userGuid: session?.user.guid })
        }
        return made.preloadLogo()
      },
    }
  }, [player, themes])
  const [snapshot] = useMachine(startUpMachine, { input: { steps } })
  const { servedForm } = player.environment
  const isInitializing = snapshot.matches('initializing')
  // The error stays on the page while the start-up retries: somebody may be reading it.
  const isProblemShown = snapshot.matches('initialize_error') || (isInitializing && snapshot.context.restarts > 0)
  useLayoutEffect(() => {
    if (!isInitializing) servedForm.giveWay()
  }, [isInitializing, servedForm])
  useEffect(() => player.trail.note(`start-up: ${JSON.stringify(snapshot.value)}`), [player, snapshot.value])
  return (
    <StartUpWordsContext value={words}>
      <ErrorBoundary onError={player.reportError}>
        {isInitializing && !isProblemShown && !servedForm.isThere() && <Initializing />}
        {isProblemShown && <InitializeError details={snapshot.context.problem} player={player} />}
        {snapshot.matches('no_client') && <ClientNotFound player={player} />}
        {snapshot.matches('unsupported_browser') && (
          <Suspense fallback={<Initializing />}>
            <UnsupportedBrowser player={player} />
          </Suspense>
        )}
        {snapshot.matches('initialized') &&
          (isProctoringPage(player.environment.path()) ? (
            <Suspense fallback={<Initializing />}>
              <ProctoringPage player={player} />
            </Suspense>
          ) : (
            <Initialized player={player} themes={themes} />
          ))}
      </ErrorBoundary>
    </StartUpWordsContext>
  )
}
