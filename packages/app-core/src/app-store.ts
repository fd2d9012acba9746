import type { Api } from '@sitwell/client/api'
import type { Client, Session } from '@sitwell/client/session'
import type { AppSettings } from '@sitwell/contract'
import type { Catalogue } from '@sitwell/i18n/catalogue'
import type { Language } from '@sitwell/i18n/languages'

/** What an app knows once it has started. */
export interface AppState<Settings> {
  readonly appSettings: AppSettings
  readonly api: Api
  readonly client: Client
  readonly settings: Settings
  readonly language: Language
  readonly catalogue: Catalogue
  /** The organisation's own texts as they came last. */
  readonly texts?: ReadonlyMap<string, string> | undefined
  /** Those of an earlier page, for a start at which the server can't be asked. */
  readonly storedTexts?: ReadonlyMap<string, string> | undefined
  readonly session?: Session | undefined
  /** Another sign-in has taken the session over: nothing continues here (spec 1 §4). */
  readonly isTakenOver: boolean
  /** The server has ended the session at a page that tells of it, instead of going to the login page. */
  readonly isSessionOver?: boolean | undefined
  /** Somebody asked to log off. The app may first send what is only here, or ask them. */
  readonly isSigningOut?: boolean | undefined
  /** They are logged off, and the sign-in page is about to open. */
  readonly isSignedOff?: boolean | undefined
}

/** The same while it starts: what isn't known yet is undefined. */
export type Held<Settings> = { readonly [K in keyof AppState<Settings>]?: AppState<Settings>[K] | undefined }

/** Holds the state and tells who listens; made for `useSyncExternalStore`. */
export const createAppStore = <Settings>() => {
  let state: Held<Settings> = {}
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    change: (part: Held<Settings>) => {
      state = { ...state, ...part }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The state of an app that has started; asking earlier is a mistake in the order of things. */
export const startedState = <Settings>(state: Held<Settings>): AppState<Settings> => {
  const { appSettings, api, client, settings, language, catalogue, session, isTakenOver = false } = state
  if (!appSettings || !api || !client || !settings || !language || !catalogue) throw new Error('The start-up is not over')
  return { appSettings, api, client, settings, language, catalogue, session, isTakenOver }
}
