import { AppStart } from '@sitwell/app-shell/app-start.tsx'
import { NavigationDialog } from '@sitwell/app-shell/navigation-dialog.tsx'
import { arrivalOf } from '@sitwell/app-shell/page-life.ts'
import { Initializing } from '@sitwell/app-shell/start-up/start-up-screens.tsx'
import { type FirstWords, useStartUpWords } from '@sitwell/app-shell/start-up/start-up-words.ts'
import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import type { ThemeState } from '@sitwell/themes/theme-state'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { PlayerApp } from './create-player.ts'
import { isProctoringPage } from './proctoring/provider-pages.ts'
import { navigationRule } from './shell/navigation-rule.ts'
import { SignInScreen } from './sign-in-screen.tsx'
import { loginRedirect } from './start-up/login-redirect.ts'
import { NobodysAddress, StartFailed } from './start-up/start-failed.tsx'
import { startUpSteps } from './start-up/start-up-steps.ts'

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
    const arrival = arrivalOf(player, navigationRule, '/schedules')
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

/** Starts the player, and shows what its start has come to (spec 1 §4). */
export const App = ({
  player,
  themes,
  first,
}: {
  readonly player: PlayerApp
  readonly themes: ThemeState
  readonly first: FirstWords
}) => {
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
  return (
    <AppStart
      app={player}
      steps={steps}
      first={first}
      failed={(problem) => <StartFailed problem={problem} player={player} />}
      notFound={<NobodysAddress player={player} />}
      unsupported={
        <Suspense fallback={<Initializing />}>
          <UnsupportedBrowser player={player} />
        </Suspense>
      }
    >
      {() =>
        isProctoringPage(player.environment.path()) ? (
          <Suspense fallback={<Initializing />}>
            <ProctoringPage player={player} />
          </Suspense>
        ) : (
          <Initialized player={player} themes={themes} />
        )
      }
    </AppStart>
  )
}
