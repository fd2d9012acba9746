import { startedState } from '@sitwell/app-core/app-store'
import { createSession } from '@sitwell/app-core/create-session'
import type { Api } from '@sitwell/client/api'
import { lazyLiveEvents } from '@sitwell/client/lazy-live-events'
import type { LiveEvents } from '@sitwell/client/live-events'
import { tokensFromToken, userFromToken } from '@sitwell/client/session-from-token'
import type { AppSettings, LoginResponse } from '@sitwell/contract'
import { ownHeaders } from '../context/browser/own-headers.ts'
import { schedulesStore } from '../context/held-schedules.ts'
import { leaversIn } from '../context/leavers.ts'
import { createPlayerSession } from '../context/session-store.ts'
import type { PlayerEnvironment } from './environment.ts'
import { isProctoringPage, loginAddress } from './start-up/login-address.ts'

/** Milliseconds that the end of an administrator's session waits for the server. */
const farewellMs = 1000

/** The player's session, and what its screens reach by it: live events, and the session of a learner whose administrator signs in as them. */
export const createPlayer = (environment: PlayerEnvironment) => {
  const app = createSession({
    environment,
    app: 'player',
    session: createPlayerSession(environment.sessionStorage),
    ownHeaders,
    loginAddress,
    // The exam's texts come with the sign-in: the login page is small without them.
    textSets: (isSignedIn) => [
      'visitor',
      ...(isSignedIn || isProctoringPage(environment.path()) ? (['proctoring'] as const) : []),
      ...(isSignedIn ? (['player'] as const) : []),
    ],
    // Nobody is led out of an exam without a word of why, and of what becomes of their answers.
    tellsOfEnd: (path) => /^\/(exam|reload|elearning)\//.test(path),
    noteEnd: (leaver) => leaversIn(environment.localStorage).note(leaver),
    clearHeld: schedulesStore.clear,
  })
  const { store, session, tokens } = app

  /** Made once for each page: the screens hold on to it. */
  let live: LiveEvents | undefined
  return {
    ...app,

    liveFor: (api: Api, { hubEndpointUrl, hubUrl }: AppSettings): LiveEvents => {
      live ??= lazyLiveEvents({ hubUrl: hubEndpointUrl ?? hubUrl, api, tokens, reportError: app.reportError })
      return live
    },

    /** Goes on in this tab as the learner whose session an administrator was given; the administrator's own is over (spec 1 §7). */
    enterAs: async (login: LoginResponse) => {
      const { client, settings } = startedState(store.get())
      const reply = app.endSession()
      session.user.set(userFromToken(login))
      tokens.set(tokensFromToken(login))
      app.setClient(client, settings)
      // A server that hangs holds nobody back.
      await Promise.race([reply, environment.wait(farewellMs)])
      environment.leaveTo('/rubric')
    },
  }
}

export type PlayerApp = ReturnType<typeof createPlayer>
