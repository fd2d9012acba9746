import { createSession } from '@sitwell/app-core/create-session'
import { loginAddress } from '@sitwell/app-core/login-address'
import type { Api } from '@sitwell/client/api'
import type { AppSettings } from '@sitwell/contract'
import { ownHeaders } from '../context/browser/own-headers.ts'
import { schedulesStore } from '../context/held-schedules.ts'
import { leaversIn } from '../context/leavers.ts'
import { createPlayerSession } from '../context/session-store.ts'
import type { FormRunEvents } from '../live/form-run-events.ts'
import { lazyFormRunEvents } from '../live/lazy-form-run-events.ts'
import type { PlayerEnvironment } from './environment.ts'
import { isProctoringPage } from './proctoring/provider-pages.ts'

/** The player's session, and the live events that its screens follow with it. */
export const createPlayer = (environment: PlayerEnvironment) => {
  const session = createPlayerSession(environment.sessionStorage)
  const app = createSession({
    environment,
    app: 'player',
    session,
    ownHeaders,
    loginAddress,
    // The exam's texts come with the sign-in: the login page is small without them.
    textSets: (isSignedIn, isAdmin) => [
      'visitor',
      ...(isSignedIn || isProctoringPage(environment.path()) ? (['proctoring'] as const) : []),
      ...(isSignedIn ? (['player'] as const) : []),
      // At a sign-in the texts come before the session stores its user.
      ...(isSignedIn && (isAdmin || session.user.get()?.admin) ? (['logs'] as const) : []),
    ],
    // Nobody is led out of an exam without a word of why, and of what happens to their answers.
    tellsOfEnd: (path) => /^\/(exam|reload|elearning)\//.test(path),
    noteEnd: (leaver) => leaversIn(environment.localStorage).note(leaver),
    clearHeld: schedulesStore.clear,
  })

  /** Made once for each page: the screens hold on to it. */
  let live: FormRunEvents | undefined
  return {
    ...app,

    liveFor: (api: Api, { hubEndpointUrl, hubUrl }: AppSettings): FormRunEvents => {
      live ??= lazyFormRunEvents({ hubUrl: hubEndpointUrl ?? hubUrl, api, tokens: app.tokens, reportError: app.reportError })
      return live
    },
  }
}

export type PlayerApp = ReturnType<typeof createPlayer>
