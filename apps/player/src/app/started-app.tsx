import { keepApp } from '@sitwell/app-shell/offline/keep-app.ts'
import { NavigationProvider } from '@sitwell/navigation/navigation.tsx'
import { createPageHistory } from '@sitwell/navigation/page-history.ts'
import type { ThemeState } from '@sitwell/themes/theme-state'
import { AppBarStateProvider } from '@sitwell/ui/app-bar-state.tsx'
import { HtmlReadingProvider } from '@sitwell/ui/html-reading.tsx'
import { watchPresses } from '@sitwell/ui/watch-presses.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { tabLocks } from '../context/browser/tab-locks.ts'
import { PlayerProvider } from '../context/player-context.tsx'
import type { PlayerApp } from './create-player.ts'
import { leadOn, Pages } from './pages.tsx'
import { contextsOf } from './screen-contexts.ts'
import { ShellProvider } from './shell/shell-context.tsx'
import { createStoredExamSession } from './stored-session.ts'

/** The app once it has started: its language, what screens may use, and its pages. */
const StartedApp = ({ player, themes }: { readonly player: PlayerApp; readonly themes: ThemeState }) => {
  const held = useSyncExternalStore(player.store.subscribe, player.store.get)
  const { api, client, settings, appSettings, language: spoken, catalogue, session } = held
  const [storedSession] = useState(() => createStoredExamSession(player))
  // Screens hold on to what they get here: it changes only with what it is made of.
  const { visitor, signedIn } = useMemo(
    () => contextsOf({ api, client, settings, appSettings, language: spoken, catalogue, session }, player, storedSession),
    [api, client, settings, appSettings, spoken, catalogue, session, player, storedSession],
  )
  const { language, policies } = visitor

  // What an earlier visit left unsent goes to the server as soon as somebody is signed in (spec 1 §4).
  useEffect(() => {
    if (signedIn === undefined) return
    const { reportError } = signedIn
    Promise.all([import('../sync/sync-of-player.ts'), import('./clear-at-end.ts')])
      .then(async ([{ syncOfPlayer }, { clearAtEnd }]) => {
        const sync = await syncOfPlayer(signedIn)
        clearAtEnd(player, sync)
        if ((await sync.courseOpenings.all()).length === 0) return
        const { collectLeft, originOfCourses } = await import('../elearning/collect-left.ts')
        await collectLeft({ sync, origin: originOfCourses(signedIn), page: window }, tabLocks())
      })
      .catch(reportError)
  }, [signedIn, player])
  // Before the first dialog: the press that opens it has to be known.
  useEffect(() => void watchPresses(), [])
  useEffect(
    () =>
      signedIn === undefined ? undefined : keepApp(navigator, { base: '/', language: signedIn.language }, signedIn.reportError),
    [signedIn],
  )

  const [history] = useState(() => createPageHistory(window, (address) => leadOn(address, player.session)))
  const reading = useMemo(() => ({ showsPlainTextAsTyped: policies.showsPlainTextAsTyped }), [policies])
  return (
    <I18nProvider locale={language.code}>
      <PlayerProvider visitor={visitor} player={signedIn}>
        <HtmlReadingProvider reading={reading}>
          <AppBarStateProvider>
            <ShellProvider player={player} themes={themes}>
              <NavigationProvider history={history}>
                <Pages player={player} />
              </NavigationProvider>
            </ShellProvider>
          </AppBarStateProvider>
        </HtmlReadingProvider>
      </PlayerProvider>
    </I18nProvider>
  )
}

export default StartedApp
