import { startedState } from '@sitwell/app-core/app-store'
import { AppVisitorProvider } from '@sitwell/app-core/visitor-context.tsx'
import { AppStart } from '@sitwell/app-shell/app-start.tsx'
import { watchPage } from '@sitwell/app-shell/page-life.ts'
import { AppShellProvider } from '@sitwell/app-shell/shell-context.tsx'
import { startUpLanguage } from '@sitwell/app-shell/start-up/start-up-language.ts'
import { type FirstWords, loadFirstWords } from '@sitwell/app-shell/start-up/start-up-words.ts'
import { OfficeTextsProvider } from '@sitwell/office-ui/office-texts.tsx'
import { ThemeState } from '@sitwell/themes/theme-state'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { createQueries } from '../calls/office-query.ts'
import { OfficeProvider, type OfficeText } from '../office-context.tsx'
import { officeApi } from '../session/office-api.ts'
import { WhoIsThere } from '../who-is-there.tsx'
import { createOffice, type Office } from './create-office.ts'
import { officeSteps } from './office-steps.ts'

/** The office once it has started. */
const Started = ({ office, themes }: { readonly office: Office; readonly themes: ThemeState }) => {
  const { app, session, clock } = office
  const held = useSyncExternalStore(app.store.subscribe, app.store.get)
  const [queries] = useState(createQueries)
  const visitor = useMemo(() => {
    const { catalogue, api, isTakenOver: _, session: __, ...rest } = startedState(held)
    const { text, textOrDefault } = catalogue
    return { ...rest, api: officeApi(api, session), text, textOrDefault, reportError: app.reportError }
  }, [held, app, session])
  const shell = useMemo(() => ({ app, themes }), [app, themes])
  const texts = useMemo(
    () => ({
      // Boundary: the catalogue of this app has both sets of texts (`textSets`), and is typed by that of the player.
      text: visitor.text as OfficeText,
      language: visitor.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      now: clock.nowMs,
    }),
    [visitor, clock],
  )
  return (
    <I18nProvider locale={visitor.language.code}>
      <OfficeProvider value={office}>
        <AppVisitorProvider value={visitor}>
          <AppShellProvider value={shell}>
            <OfficeTextsProvider value={texts}>
              <QueryClientProvider client={queries}>
                <WhoIsThere />
              </QueryClientProvider>
            </OfficeTextsProvider>
          </AppShellProvider>
        </AppVisitorProvider>
      </OfficeProvider>
    </I18nProvider>
  )
}

const Root = ({
  office,
  themes,
  first,
}: {
  readonly office: Office
  readonly themes: ThemeState
  readonly first: FirstWords
}) => {
  const [steps] = useState(() => officeSteps(office, themes))
  return (
    <AppStart app={office.app} steps={steps} first={first}>
      {() => <Started office={office} themes={themes} />}
    </AppStart>
  )
}

/** Starts the office in an element of its page: its start-up, its sign-in, and then its pages in their frame. */
export const startOffice = async (root: Element): Promise<void> => {
  const office = createOffice()
  const { app } = office
  const themes = new ThemeState(app.environment.localStorage)
  watchPage(app)
  const first = await loadFirstWords(startUpLanguage(app), app.environment.wait)
  createRoot(root).render(<Root office={office} themes={themes} first={first} />)
}
