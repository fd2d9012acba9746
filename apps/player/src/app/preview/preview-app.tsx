import { AppStart } from '@sitwell/app-shell/app-start.tsx'
import type { FirstWords } from '@sitwell/app-shell/start-up/start-up-words.ts'
import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import { NavigationProvider } from '@sitwell/navigation/navigation.tsx'
import { createPageHistory } from '@sitwell/navigation/page-history.ts'
import type { ThemeState } from '@sitwell/themes/theme-state'
import { AppBarStateProvider } from '@sitwell/ui/app-bar-state.tsx'
import { HtmlReadingProvider } from '@sitwell/ui/html-reading.tsx'
import { watchPresses } from '@sitwell/ui/watch-presses.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import type { StoredExamSession } from '../../context/player.ts'
import { PlayerProvider } from '../../context/player-context.tsx'
import { contextsOf } from '../screen-contexts.ts'
import { ShellProvider } from '../shell/shell-context.tsx'
import { AgainProvider } from './again.tsx'
import type { Preview } from './create-preview.ts'
import { PreviewPages } from './preview-pages.tsx'
import { previewSteps } from './preview-steps.ts'

/** A frame that is loaded again begins again. */
const nothingStored: StoredExamSession = { keep: () => {}, end: () => {}, keepStart: () => {} }

const Started = ({ preview, themes }: { readonly preview: Preview; readonly themes: ThemeState }) => {
  const held = useSyncExternalStore(preview.store.subscribe, preview.store.get)
  const { visitor, signedIn } = useMemo(() => contextsOf(held, preview, nothingStored), [held, preview])
  const [history] = useState(() => createPageHistory(preview.pages, () => undefined))
  const reading = useMemo(() => ({ showsPlainTextAsTyped: visitor.policies.showsPlainTextAsTyped }), [visitor])
  // Before the first dialog: the press that opens it has to be known.
  useEffect(() => void watchPresses(), [])
  return (
    <I18nProvider locale={visitor.language.code}>
      <PlayerProvider visitor={visitor} player={signedIn}>
        <HtmlReadingProvider reading={reading}>
          <AppBarStateProvider>
            <ShellProvider player={preview} themes={themes}>
              <AgainProvider value={preview.again}>
                <NavigationProvider history={history}>
                  <PreviewPages />
                </NavigationProvider>
              </AgainProvider>
            </ShellProvider>
          </AppBarStateProvider>
        </HtmlReadingProvider>
      </PlayerProvider>
    </I18nProvider>
  )
}

/** Starts the player without a sign-in, and shows the exam that the office has chosen. */
export const PreviewApp = ({
  preview,
  themes,
  first,
}: {
  readonly preview: Preview
  readonly themes: ThemeState
  readonly first: FirstWords
}) => {
  const [steps] = useState(() => {
    const made = previewSteps(preview)
    return {
      ...made,
      preloadLogo: () => {
        const { client, settings } = preview.store.get()
        if (client && settings) themes.setOrganisation(settings, policiesOf(client.id).buttonsInSecondaryColour)
        return made.preloadLogo()
      },
    }
  })
  return (
    <AppStart app={preview} steps={steps} first={first}>
      {() => <Started preview={preview} themes={themes} />}
    </AppStart>
  )
}
