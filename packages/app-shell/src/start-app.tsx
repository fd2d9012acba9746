import { startedState } from '@sitwell/app-core/app-store'
import type { SessionApp } from '@sitwell/app-core/create-session'
import { isForgotAddress, isLoginAddress, isPreLoginAddress, loginAddress } from '@sitwell/app-core/login-address'
import type { OrganisationSettings } from '@sitwell/app-core/organisation-settings'
import { AppVisitorProvider } from '@sitwell/app-core/visitor-context.tsx'
import { NavigationProvider, useAddress } from '@sitwell/navigation/navigation.tsx'
import type { PageAddress } from '@sitwell/navigation/page-address.ts'
import { createPageHistory } from '@sitwell/navigation/page-history.ts'
import { windowBelow } from '@sitwell/navigation/window-below.ts'
import { createSignInActions, type SignInParts } from '@sitwell/sign-in/create-sign-in-actions.ts'
import type { SignInEnvironment } from '@sitwell/sign-in/sign-in-environment.ts'
import { SignInFlow } from '@sitwell/sign-in/sign-in-flow.tsx'
import { ThemeState } from '@sitwell/themes/theme-state'
import { AppBarStateProvider } from '@sitwell/ui/app-bar-state.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { AppStart } from './app-start.tsx'
import { fetchDialog } from './lazy-dialog.tsx'
import { leavingLogin } from './navigation-rule.ts'
import { keepApp } from './offline/keep-app.ts'
import { watchPage } from './page-life.ts'
import { RootFrame } from './root-frame.tsx'
import { AppShellProvider } from './shell-context.tsx'
import { SignOutNow } from './sign-out-now.tsx'
import { createStartUpSteps, type StartUpParts } from './start-up/create-start-up-steps.ts'
import { startUpLanguage } from './start-up/start-up-language.ts'
import { type FirstWords, loadFirstWords } from './start-up/start-up-words.ts'
import { TopBar } from './top-bar.tsx'
import { VisitorBar } from './visitor-bar.tsx'

const ForgottenPasswordPage = lazy(() => import('@sitwell/sign-in/forgotten-password-page.tsx'))

/** An app of pages behind a sign-in. */
export interface AppParts<Settings extends OrganisationSettings> {
  readonly app: SessionApp<Settings, object, SignInEnvironment>
  /** Its path on the site, as `appPaths` of the contract has it. */
  readonly appPath: string
  readonly startUp: StartUpParts<Settings>
  readonly signIn: Omit<SignInParts<Settings>, 'onSignedIn'>
  /** The path of its first page. */
  readonly home: string
  /** Whether the browser keeps the app from the sign-in on, so that it opens without a network; its build has a service worker then. */
  readonly worksOffline?: boolean
  /** The page of an address. */
  page(address: PageAddress): ReactNode
}

const SignInScreen = <Settings extends OrganisationSettings>({
  parts: { app, signIn },
  onSignedIn,
}: {
  readonly parts: AppParts<Settings>
  onSignedIn(): void
}) => {
  const { environment, store } = app
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, for the flow holds on to it
  const actions = useMemo(() => createSignInActions(app, { ...signIn, onSignedIn }), [app])
  useEffect(() => {
    if (!isPreLoginAddress(environment.path())) environment.showAddress(loginAddress(store.get().client?.urlToken), 'in place')
  }, [environment, store])
  return (
    <>
      <VisitorBar />
      {isForgotAddress(environment.path()) ? (
        <Suspense fallback={null}>
          <ForgottenPasswordPage onReturn={actions.toLogin} />
        </Suspense>
      ) : (
        <SignInFlow actions={actions} />
      )}
    </>
  )
}

const CurrentPage = ({ page }: { page(address: PageAddress): ReactNode }) => page(useAddress())

const Pages = <Settings extends OrganisationSettings>({ appPath, home, page }: AppParts<Settings>) => {
  const [history] = useState(() =>
    createPageHistory(windowBelow(window, appPath), ({ pathname }) => (isLoginAddress(pathname) ? home : undefined)),
  )
  useEffect(() => void fetchDialog(), [])
  return (
    <NavigationProvider history={history}>
      <AppBarStateProvider>
        <RootFrame rule={leavingLogin} signOut={<SignOutNow />}>
          <TopBar mayChooseLanguage />
          <CurrentPage page={page} />
        </RootFrame>
      </AppBarStateProvider>
    </NavigationProvider>
  )
}

/** The app once it has started: without a session the login page, whatever the address was; with one its pages. */
const Started = <Settings extends OrganisationSettings>({
  parts,
  themes,
}: {
  readonly parts: AppParts<Settings>
  readonly themes: ThemeState
}) => {
  const { app, appPath, home, worksOffline } = parts
  const held = useSyncExternalStore(app.store.subscribe, app.store.get)
  const visitor = useMemo(() => {
    const { catalogue, isTakenOver: _, session: __, ...rest } = startedState(held)
    return { ...rest, text: catalogue.text, textOrDefault: catalogue.textOrDefault, reportError: app.reportError }
  }, [held, app])
  const shell = useMemo(() => ({ app, themes }), [app, themes])
  const [isSignedIn, setSignedIn] = useState(() => app.store.get().session !== undefined)
  const { language } = visitor
  useEffect(
    () => (isSignedIn && worksOffline ? keepApp(navigator, { base: `${appPath}/`, language }, app.reportError) : undefined),
    [isSignedIn, worksOffline, appPath, language, app],
  )
  const onSignedIn = () => {
    const { client, session } = app.store.get()
    if (client !== undefined) themes.setScope({ orgId: client.id, userGuid: session?.user.guid })
    app.environment.showAddress(home, 'as a new entry')
    setSignedIn(true)
  }
  return (
    <I18nProvider locale={visitor.language.code}>
      <AppVisitorProvider value={visitor}>
        <AppShellProvider value={shell}>
          {isSignedIn ? <Pages {...parts} /> : <SignInScreen parts={parts} onSignedIn={onSignedIn} />}
        </AppShellProvider>
      </AppVisitorProvider>
    </I18nProvider>
  )
}

const Root = <Settings extends OrganisationSettings>({
  parts,
  themes,
  first,
}: {
  readonly parts: AppParts<Settings>
  readonly themes: ThemeState
  readonly first: FirstWords
}) => {
  const { app, startUp } = parts
  const [steps] = useState(() => {
    const made = createStartUpSteps(app, startUp)
    return {
      ...made,
      // The organisation's colours come on before its logo is waited for, so that nothing changes colour afterwards.
      preloadLogo: () => {
        const { client, settings, session } = app.store.get()
        if (client && settings) {
          themes.setOrganisation(settings, false)
          themes.setScope({ orgId: client.id, userGuid: session?.user.guid })
        }
        return made.preloadLogo()
      },
    }
  })
  return (
    <AppStart app={app} steps={steps} first={first}>
      {() => <Started parts={parts} themes={themes} />}
    </AppStart>
  )
}

/** Starts an app in an element of its page: its start-up, its sign-in, and then its pages in their frame. */
export const startApp = async <Settings extends OrganisationSettings>(
  root: Element,
  parts: AppParts<Settings>,
): Promise<void> => {
  const { app } = parts
  const { environment } = app
  const themes = new ThemeState(environment.localStorage)
  watchPage(app)
  const first = await loadFirstWords(startUpLanguage(app), environment.wait)
  createRoot(root).render(<Root parts={parts} themes={themes} first={first} />)
}
