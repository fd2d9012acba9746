import type { Api } from '@sitwell/client/api'
import type { Client, Session } from '@sitwell/client/session'
import type { AppSettings } from '@sitwell/contract'
import type { Catalogue } from '@sitwell/i18n/catalogue'
import type { Language } from '@sitwell/i18n/languages'
import type { ClientSettings } from '../context/settings/client-settings.ts'

/** What the app knows once it has started. */
export interface PlayerState {
  readonly appSettings: AppSettings
  readonly api: Api
  readonly client: Client
  readonly settings: ClientSettings
  readonly language: Language
  readonly catalogue: Catalogue
  /** The organisation's own texts as they came last. */
  readonly texts?: ReadonlyMap<string, string> | undefined
  /** Those that were kept with a running exam, for when the server can't be asked. */
  readonly storedTexts?: ReadonlyMap<string, string> | undefined
  readonly session?: Session | undefined
  /** Another sign-in has taken the session over: nothing goes on here (spec 1 §4). */
  readonly isTakenOver: boolean
  /** The server has ended the session in the middle of an exam or a course: what it says of that stands over the page. */
  readonly isSessionOver?: boolean | undefined
  /** The learner wants to log off: what is only here is sent first, and they are asked where an exam is being sat. */
  readonly isSigningOut?: boolean | undefined
  /** They are logged off, and the sign-in page is about to open. */
  readonly isSignedOff?: boolean | undefined
}

/** The same while it starts: what isn't known yet is undefined. */
export type Held = { readonly [K in keyof PlayerState]?: PlayerState[K] | undefined }

/** Holds the state and tells who listens; made for `useSyncExternalStore`. */
export const createPlayerStore = () => {
  let state: Held = {}
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    change: (part: Held) => {
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
export const startedState = (state: Held): PlayerState => {
  const { appSettings, api, client, settings, language, catalogue, session, isTakenOver = false } = state
  if (!appSettings || !api || !client || !settings || !language || !catalogue) throw new Error('The start-up is not over')
  return { appSettings, api, client, settings, language, catalogue, session, isTakenOver }
}
