import { createSession } from '@sitwell/app-core/create-session'
import { browserEnvironment } from '@sitwell/app-core/environment'
import { environmentBelow } from '@sitwell/app-core/environment-below'
import { loginAddress } from '@sitwell/app-core/login-address'
import { openChannel } from '@sitwell/app-core/open-channel'
import { organisationSettings } from '@sitwell/app-core/organisation-settings'
import { createSessionStore } from '@sitwell/app-core/session-store'
import { createServerClock } from '@sitwell/client/server-clock'
import { generationHeader } from '@sitwell/contract'
import { appPaths } from '@sitwell/contract/app-paths'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { servedFormOf } from '@sitwell/sign-in/served-form.ts'
import * as z from 'zod/mini'
import { createTabKey } from '../marking/device/tab-key.ts'
import { createOfficeMarking } from '../marking/office-marking.ts'
import { createConnection } from '../session/connection.ts'
import { createKeptStart } from '../session/kept-start.ts'
import { officeApi } from '../session/office-api.ts'
import { createOfficeSession } from '../session/office-session.ts'
import { sessionMemory } from '../session/session-memory.ts'
import { watchUse } from '../session/watch-use.ts'
import { officeFetch } from './office-fetch.ts'
import { officeStorage } from './office-storage.ts'

/** The settings that the office reads: looks, languages and the way to a new password. */
export const officeSettings = z.object(organisationSettings)

const minuteMs = 60_000

/** The parts of the office that live as long as its page. */
export const createOffice = () => {
  const browser = environmentBelow(browserEnvironment(), appPaths.office)
  const clock = createServerClock(browser.nowMs)
  const connection = createConnection(clock.nowMs)
  const memory = sessionMemory(browser.sessionStorage)

  const generation = createGenerationWatch((error) => app.reportError(error))
  // Made once the settings of the server are there.
  const plainApi = () => {
    const { api } = app.store.get()
    if (api === undefined) throw new Error('The start-up is not over')
    return api
  }
  const keptStart = createKeptStart(browser.sessionStorage, browser.nowMs)
  const tabKey = createTabKey(browser.sessionStorage)
  const session = createOfficeSession({
    api: plainApi,
    memory,
    kept: () => keptStart.get()?.facts,
    startAfresh: () => browser.leaveTo('/'),
    tellOthers: () => use.changed(),
  })
  const use = watchUse({
    channel: openChannel('sitwell-office'),
    nowMs: browser.nowMs,
    limitMs: () => {
      const state = session.state()
      return state.is === 'signed-in' && state.interruption === undefined ? state.facts.idleMinutes * minuteMs : undefined
    },
    lookAgain: session.lookAgain,
  })

  /** Makes requests by another function than the browser's, as one that tells how far a file is. */
  const fetchBy = (fetch: typeof globalThis.fetch) =>
    officeFetch({
      fetch,
      origin: browser.origin,
      sessionId: session.sessionId,
      onAnswer: (isOfOffice, answer) => {
        connection.reached()
        generation.heard(answer.headers.get(generationHeader))
        if (!isOfOffice) return
        use.used()
        keptStart.used()
      },
      onLost: connection.lost,
      ask: clock.ask,
    })
  const environment = {
    ...browser,
    fetch: fetchBy(browser.fetch),
    localStorage: officeStorage(browser.localStorage),
    // Below the office's own path, so that the player's page starts in the language that was spoken there.
    setCookie: (cookie: Parameters<typeof browser.setCookie>[0]) => browser.setCookie({ ...cookie, path: appPaths.office }),
    servedForm: servedFormOf(document),
  }
  const app = createSession({
    environment,
    app: 'office',
    session: createSessionStore(environment.sessionStorage, 'sitwell.office', officeSettings),
    // The session is in a cookie, and `officeFetch` names it.
    ownHeaders: () => undefined,
    loginAddress,
    // Both from the start: the session may end over any page, and the way in has words of the office too.
    textSets: () => ['visitor', 'office'],
    tellsOfEnd: () => false,
    noteEnd: () => {},
    clearHeld: () => {},
  })
  document.addEventListener('visibilitychange', use.lookAtClock)
  // The limit is known once somebody is signed in, which may be after the last call that a page makes.
  session.subscribe(use.lookAtClock)
  // Before the marking, which removes what the key has sealed.
  session.subscribe(() => {
    const state = session.state()
    if (state.is === 'signed-in' && state.interruption === undefined) return
    keptStart.clear()
    tabKey.clear()
  })
  connection.subscribe(() => {
    if (connection.lostSinceMs() === undefined) session.confirm().catch(app.reportError)
  })
  const marking = createOfficeMarking({
    ...{ session, connection, generation, tabKey, nowMs: browser.nowMs, random: browser.random },
    api: () => officeApi(plainApi(), session),
    onError: app.reportError,
  })
  return { app, session, connection, clock, fetchBy, keptStart, marking }
}

export type Office = ReturnType<typeof createOffice>
