import type { Api, CallListener } from '@sitwell/client/api'
import { createApi } from '@sitwell/client/create-api'
import { endpointsOf } from '@sitwell/client/request'
import { createServerClock } from '@sitwell/client/server-clock'
import type { Client, Tokens } from '@sitwell/client/session'
import { createTokenStore } from '@sitwell/client/token-store'
import { type AppSettings, abandonSession, configuration, errorReport, logout } from '@sitwell/contract'
import type { MessageSetName } from '@sitwell/i18n/areas'
import { createCatalogue, type Messages } from '@sitwell/i18n/catalogue'
import { type Language, languageById, languageOfVisitor, offeredLanguages } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import { readOwnTexts } from '@sitwell/i18n/own-texts'
import { createAppStore, startedState } from './app-store.ts'
import type { Environment } from './environment.ts'
import { createErrorTrail } from './error-trail.ts'
import { chosenLanguage, rememberLanguage } from './language-memory.ts'
import { loadOwnTexts } from './load-own-texts.ts'
import type { OrganisationSettings } from './organisation-settings.ts'
import { returnOrigin } from './origins.ts'
import { createLastClientStore, type SessionStore } from './session-store.ts'

/** The name that the server knows it by, and how long it is kept: a year. */
const languageCookie = 'sitwell-language'
const languageCookieSeconds = 365 * 24 * 60 * 60

/** How the server is asked for what is kept here too: once, and not for long (milliseconds). */
export const persistentCall = () => ({ attempts: 1, signal: AbortSignal.timeout(8000) })

/** Milliseconds that a logout waits for the server, and between two looks whether it is there again. */
const farewellMs = 1000
const lookAgainMs = 3000

/** Tells the server that a session is over. */
type Farewell = (api: Api, userGUID: string) => Promise<{ readonly ok: true } | { readonly ok: false; readonly kind: string }>
const loggedOut: Farewell = (api, userGUID) => api.call(logout, { query: { userGUID } }, { attempts: 1 })
const abandoned: Farewell = (api, userGUID) =>
  api.call(abandonSession, { query: { userGUID, reason: 'Double-Login' } }, { attempts: 1 })

/** Reports of one page: whatever is wrong is known after these. */
const mostReports = 20

type Headers = Readonly<Record<string, string>>

/** What of a session is up to the app that it is for. */
export interface SessionParts<Settings extends object, Own extends object, E extends Environment> {
  readonly environment: E
  /** The name of the app in its reports of errors. */
  readonly app: string
  readonly session: SessionStore<Settings> & Own
  /** Headers that the app's calls carry beside the usual ones; undefined for none. */
  ownHeaders(): Headers | Promise<Headers> | undefined
  /** The path and query of the login page of an organisation; of none in particular without its token. */
  loginAddress(urlToken: string | undefined): string
  /** The texts that its pages need before anybody is signed in, and then. */
  textSets(isSignedIn: boolean, isAdmin: boolean): readonly MessageSetName[]
  /** Whether the page at a path tells by itself that the server has ended the session: from any other the login page opens. */
  tellsOfEnd(path: string): boolean
  /** Notes whose session is over, before anything of it is cleared: the next page completes what this one can't. */
  noteEnd(end: { readonly userGuid: string; readonly isRefused?: true }): void
  /** Clears what the page itself holds of the session. */
  clearHeld(): void
}

/** The parts of an app that live as long as the page, and what can be done with a session. */
export const createSession = <Settings extends OrganisationSettings, Own extends object, E extends Environment>(
  parts: SessionParts<Settings, Own, E>,
) => {
  const { environment, session, loginAddress } = parts
  const store = createAppStore<Settings>()
  const lastClient = createLastClientStore(environment.localStorage)
  const clock = createServerClock(environment.nowMs)
  const trail = createErrorTrail(environment.nowMs)
  const reported = new Set<string>()
  let onTokens: ((held: Tokens | undefined) => void) | undefined
  const tokens = createTokenStore(session.tokens.get(), (held) => {
    onTokens?.(held)
    if (held === undefined) session.tokens.clear()
    else session.tokens.set(held)
  })

  const loginUrl = () => `${environment.origin}${loginAddress(store.get().client?.urlToken ?? lastClient.get()?.urlToken)}`

  const toLogin = () => environment.leaveTo(loginAddress(store.get().client?.urlToken ?? lastClient.get()?.urlToken))

  const clearSession = () => {
    tokens.set(undefined)
    session.clearSession()
    parts.clearHeld()
  }

  /** What else the end of the session clears in this browser. */
  let clearRest: (isRefused: boolean) => Promise<void> = async () => {}
  let clearing: Promise<void> | undefined
  /**
   * Clears what this browser holds of the session. What isn't cleared before the page goes, the next one clears. `isRefused`: the server
   * ended the session, and not somebody here.
   */
  const clearAll = (isRefused = false): Promise<void> => {
    const userGuid = store.get().session?.user.guid
    const isFirst = clearing === undefined && userGuid !== undefined
    if (isFirst) parts.noteEnd({ userGuid, ...(isRefused && { isRefused }) })
    clearSession()
    // Before anybody was signed in there is nothing else, and who then signs in leaves something later.
    if (isFirst) clearing = clearRest(isRefused).catch(() => {})
    return clearing ?? Promise.resolve()
  }

  /** The session is being ended from here: where the learner goes then, and when, is decided. */
  let isEnding = false

  /** Told of every call, once somebody is signed in. */
  let onCalled: CallListener | undefined
  const heard: typeof fetch = async (url, init) => {
    let answer: Response | undefined
    try {
      answer = await environment.fetch(url, init)
      return answer
    } finally {
      onCalled?.(String(url), init ?? {}, answer)
    }
  }

  const apiFor = (settings?: AppSettings, held = tokens): Api =>
    createApi({
      endpoints: endpointsOf(environment.origin, settings),
      // What isn't the page's session continues when the page goes.
      fetch: held === tokens ? heard : (url, init) => heard(url, { ...init, keepalive: true }),
      tokens: held,
      credentials: { client_id: settings?.clientId ?? '', client_secret: settings?.clientSecret ?? '' },
      randomErrors: settings?.produceRandomNetworkErrors,
      wait: environment.wait,
      random: environment.random,
      ownHeaders: parts.ownHeaders,
      onSignedOut: () => {
        void clearAll(true)
        // A call that the end of the session overtook says nothing new: it neither leads away from where the learner was sent, nor
        // takes away what tells them why they were logged off.
        if (isEnding) return
        if (parts.tellsOfEnd(environment.path())) return store.change({ isSessionOver: true })
        session.ended.set({})
        toLogin()
      },
      onDoubleLogin: () => store.change({ isTakenOver: true }),
    })

  /** Tells the server about a mistake of the app; before the endpoint is known there is nobody to tell. */
  const reportError = (error: unknown, info?: string) => {
    const { api, client, session: current, language, appSettings } = store.get()
    if (api === undefined || appSettings === undefined) return
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    // One that comes again with every frame says nothing new.
    if (reported.has(message) || reported.size >= mostReports) return
    reported.add(message)
    const details = [info, 'Changes of state:', trail.text()].filter((part) => part !== undefined && part !== '').join('\n')
    void api.call(
      errorReport,
      {
        body: {
          orgID: client?.id ?? null,
          userID: current?.user.id ?? null,
          languageId: language?.id ?? null,
          errorMessage: message.slice(0, 10_000),
          ...(stack === undefined ? {} : { stackTrace: stack.slice(0, 50_000) }),
          info: details.slice(0, 50_000),
          siteId: null,
          centreId: null,
          app: `${parts.app} ${appSettings.appVersion}`,
          browser: environment.userAgent.slice(0, 1000),
        },
      },
      { attempts: 1 },
    )
  }

  /**
   * Clears at once what the session left in this tab, and tells the server with its own tokens; the page stays. Answers whether the
   * server was reached. `tell`: with which call.
   */
  const endSession = async (tell: Farewell = loggedOut): Promise<boolean> => {
    isEnding = true
    const { appSettings, session: current, isTakenOver } = startedState(store.get())
    const farewell = apiFor(
      appSettings,
      createTokenStore(tokens.get(), () => {}),
    )
    const reply = current && tell(farewell, current.user.guid)
    // If another sign-in took the session over, the server refuses it.
    void clearAll(isTakenOver)
    const outcome = await reply
    return outcome === undefined || outcome.ok || outcome.kind === 'refused'
  }

  /** Resolves once the server answers. */
  const untilThere = async (): Promise<void> => {
    const api = apiFor(store.get().appSettings)
    const isAway = async () => {
      const outcome = await api.call(configuration, {}, { attempts: 1 })
      return !outcome.ok && outcome.kind === 'unreachable'
    }
    while (await isAway())
      await Promise.race([environment.wait(lookAgainMs), environment.untilOnline(new AbortController().signal)])
  }

  /** Says that the session is over until the sign-in page can open: at once where the server has just been reached. */
  const leave = async (reply: Promise<boolean>, origin = ''): Promise<void> => {
    const { client } = store.get()
    const cleared = clearAll()
    store.change({ isSignedOff: true })
    // A server that hangs holds nobody back; and without one the browser would show its own error instead of the sign-in page.
    const isThere = await Promise.race([reply, environment.wait(farewellMs)])
    if (isThere !== true) await untilThere()
    await Promise.race([cleared, environment.wait(farewellMs)])
    environment.leaveTo(`${origin}${loginAddress((client ?? lastClient.get())?.urlToken)}`)
  }

  /** Chosen on this page before anybody was signed in: it is theirs who then signs in. */
  let chosenHere: Language | undefined

  /** What they chose in this browser, otherwise what their record says, the organisation speaks or the browser prefers. */
  const languageFor = (orgId: number, user?: { readonly guid: string; readonly languageId: number }): Language => {
    const { settings } = store.get()
    const offered = offeredLanguages(settings?.languages)
    const scope = { orgId, userGuid: user?.guid }
    if (user !== undefined && chosenHere !== undefined) rememberLanguage(environment.localStorage, scope, chosenHere)
    const chosen = chosenLanguage(environment.localStorage, scope, offered)
    if (chosen !== undefined) return chosen
    const spoken = user?.languageId ?? settings?.languageId
    if (spoken !== undefined) return languageById(spoken)
    return languageOfVisitor(environment.languages(), offered.length > 0 ? offered : undefined)
  }

  /** The wording that ships. */
  const defaultsFor = async ({ tag }: Language, user: { readonly admin?: boolean } | undefined): Promise<Messages> => {
    const sets = parts.textSets(user !== undefined, user?.admin ?? false)
    return Object.assign({}, ...(await Promise.all(sets.map((set) => loadMessages(tag, set)))))
  }

  const setClient = (client: Client, settings: Settings) => {
    session.client.set(client)
    session.settings.set(settings)
    const chosen = chosenLanguage(environment.localStorage, { orgId: client.id }, offeredLanguages(settings.languages))
    const languageId = chosen?.id ?? settings.languageId
    lastClient.set({ urlToken: client.urlToken, ...(languageId === undefined ? {} : { languageId }) })
    store.change({ client, settings })
  }

  /** Loads the organisation's texts in the language of whoever is here; throws an error if they don't come. */
  const loadTexts = async (user?: { readonly guid: string; readonly languageId: number; readonly admin?: boolean }) => {
    const { api, client } = store.get()
    if (api === undefined || client === undefined) throw new Error('Messages belong to an organisation')
    const language = languageFor(client.id, user)
    const defaults = await defaultsFor(language, user)
    const { storedTexts } = store.get()
    const asked = { ids: Object.keys(defaults), orgID: client.id, language, ...(user && { userGUID: user.guid }) }
    const outcome = await loadOwnTexts(api, asked, storedTexts && persistentCall())
    const texts = outcome.ok ? outcome.value : storedTexts
    if (!texts) throw new Error(outcome.ok ? '' : outcome.message)
    // For the server: the next page that it sends starts in this language, before any script runs.
    environment.setCookie({ name: languageCookie, value: language.code, path: '/', maxAgeSeconds: languageCookieSeconds })
    store.change({ language, texts, catalogue: createCatalogue(defaults, language, await readOwnTexts(texts)) })
  }

  return {
    environment,
    store,
    session,
    lastClient,
    clock,
    tokens,
    trail,
    apiFor,
    clearSession,

    setClient,

    useMessages: loadTexts,

    /** Speaks another language from now on, here and whenever this person is back in this browser. */
    chooseLanguage: async (language: Language): Promise<void> => {
      const { client, settings, session: current } = store.get()
      if (client === undefined || settings === undefined) throw new Error('Languages belong to an organisation')
      rememberLanguage(environment.localStorage, { orgId: client.id, userGuid: current?.user.guid }, language)
      // Screens behind the sign-in hold on to what they were given.
      if (current !== undefined) return environment.reload()
      chosenHere = language
      setClient(client, settings)
      await loadTexts()
    },

    toLogin,

    /** The whole address of the organisation's login page. */
    loginUrl,

    endSession,

    signOut: async () => {
      const origin = returnOrigin(session.entry.get(), store.get().settings?.loginOrigins ?? [])
      await leave(endSession(), origin)
    },

    /** Goes to the login page from a page whose session was ended a while ago. */
    leaveEnded: () => leave(Promise.resolve(false)),

    /** After a double login was read: gives the session up and goes to the login page (spec 1 §4). */
    abandon: () => leave(endSession(abandoned)),

    reportError,

    onCalled: (listener: CallListener) => {
      onCalled = listener
    },

    /** Sets what clears the rest that this browser holds of a session, once that has ended; one at a time. It learns whether the server refused it. */
    onEnd: (clear: (isRefused: boolean) => Promise<void>) => {
      clearRest = clear
    },

    /** Tells of every change of the tokens; one listener at a time. */
    onTokens: (listener: (held: Tokens | undefined) => void) => {
      onTokens = listener
    },
  }
}

/** The session of an app whose settings are `Settings`, which keeps `Own` beside it in a tab. */
export type SessionApp<
  Settings extends OrganisationSettings,
  Own extends object = object,
  E extends Environment = Environment,
> = ReturnType<typeof createSession<Settings, Own, E>>
