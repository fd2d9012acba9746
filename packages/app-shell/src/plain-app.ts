import { createSession } from '@sitwell/app-core/create-session'
import { browserEnvironment } from '@sitwell/app-core/environment'
import { environmentBelow } from '@sitwell/app-core/environment-below'
import { loginAddress } from '@sitwell/app-core/login-address'
import { organisationSettings, organisationSettingsIn } from '@sitwell/app-core/organisation-settings'
import { loadSettings, signInSettings } from '@sitwell/app-core/read-settings'
import { createSessionStore } from '@sitwell/app-core/session-store'
import type { MessageSetName } from '@sitwell/i18n/areas'
import { servedFormOf } from '@sitwell/sign-in/served-form.ts'
import * as z from 'zod/mini'
import type { AppParts } from './start-app.tsx'

const settings = z.object(organisationSettings)

interface PlainApp {
  /** Names the app in its reports of errors and in what it stores in the tab, so that no other app has this name. */
  readonly name: string
  /** Its path on the site, as `appPaths` of the contract has it. */
  readonly path: string
  /** The texts that its pages use once somebody is signed in. */
  readonly texts: readonly MessageSetName[]
}

/**
 * The parts of an app that adds nothing of its own to sessions, settings and the sign-in: `startApp` needs its pages beside. An app that adds
 * something makes these parts itself.
 */
export const plainApp = ({
  name,
  path,
  texts,
}: PlainApp): Pick<AppParts<z.infer<typeof settings>>, 'app' | 'appPath' | 'startUp' | 'signIn'> => {
  const environment = { ...environmentBelow(browserEnvironment(), path), servedForm: servedFormOf(document) }
  const app = createSession({
    environment,
    app: name,
    session: createSessionStore(environment.sessionStorage, `sitwell.${name}`, settings),
    ownHeaders: () => undefined,
    loginAddress,
    textSets: (isSignedIn) => (isSignedIn ? ['visitor', ...texts] : ['visitor']),
    tellsOfEnd: () => false,
    noteEnd: () => {},
    clearHeld: () => {},
  })
  return {
    app,
    appPath: path,
    startUp: { settingsFromInit: (reply) => z.parse(settings, organisationSettingsIn(reply)) },
    signIn: { loadNamed: (api, orgId) => loadSettings(api, orgId, signInSettings) },
  }
}
