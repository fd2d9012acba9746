import '@sitwell/ui/base.css'
import { createSession } from '@sitwell/app-core/create-session'
import { browserEnvironment } from '@sitwell/app-core/environment'
import { environmentBelow } from '@sitwell/app-core/environment-below'
import { loginAddress } from '@sitwell/app-core/login-address'
import { organisationSettings, organisationSettingsIn } from '@sitwell/app-core/organisation-settings'
import { loadSettings, signInSettings } from '@sitwell/app-core/read-settings'
import { createSessionStore } from '@sitwell/app-core/session-store'
import { startApp } from '@sitwell/app-shell/start-app.tsx'
import { appPaths } from '@sitwell/contract/app-paths'
import { servedFormOf } from '@sitwell/sign-in/served-form.ts'
import * as z from 'zod/mini'
import { OwnSignIns } from './own-sign-ins.tsx'

const settings = z.object(organisationSettings)
const environment = { ...environmentBelow(browserEnvironment(), appPaths.office), servedForm: servedFormOf(document) }
const app = createSession({
  environment,
  app: 'small',
  session: createSessionStore(environment.sessionStorage, 'sitwell.small', settings),
  ownHeaders: () => undefined,
  loginAddress,
  textSets: (isSignedIn) => (isSignedIn ? ['visitor', 'player'] : ['visitor']),
  tellsOfEnd: () => false,
  noteEnd: () => {},
  clearHeld: () => {},
})
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root')
await startApp(root, {
  app,
  appPath: appPaths.office,
  startUp: { settingsFromInit: (reply) => z.parse(settings, organisationSettingsIn(reply)) },
  signIn: { loadNamed: (api, orgId) => loadSettings(api, orgId, signInSettings) },
  home: '/sign-ins',
  worksOffline: true,
  page: () => <OwnSignIns />,
})
