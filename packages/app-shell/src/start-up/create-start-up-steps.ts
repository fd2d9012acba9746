import { persistentCall, type SessionApp } from '@sitwell/app-core/create-session'
import {
  isBareAddress,
  isPreLoginAddress,
  loginAddress,
  loginTokenOf,
  setPasswordTokenOf,
} from '@sitwell/app-core/login-address'
import type { OrganisationSettings } from '@sitwell/app-core/organisation-settings'
import { type AppSettings, type ClientInit, configuration, init, type SupportedBrowser } from '@sitwell/contract'
import type { SignInEnvironment } from '@sitwell/sign-in/sign-in-environment.ts'
import type { StartUpSteps } from './start-up.machine.ts'

/** Milliseconds that a logo is waited for: after that the page shows without it. */
const logoMs = 3000

/** Milliseconds before the server is asked again, after a failed start; the last one continues. */
const restartMs = [5000, 10_000, 20_000, 40_000, 60_000] as const

/** What an app begins with before the server is asked. */
interface Beginning {
  /** Settings of an earlier page, for a start at which the server can't be asked. */
  readonly kept?: AppSettings | undefined
  /** What is done first once the settings are there. */
  enter?(settings: AppSettings): Promise<void>
}

/** What of a start is up to the app. */
export interface StartUpParts<Settings extends OrganisationSettings> {
  settingsFromInit(reply: ClientInit): Settings
  begin?(): Promise<Beginning | undefined>
  /** The address by which the server is asked whose app this is, if the page's own isn't it. */
  namedAddress?(): string | undefined
  /** Whether the address signs somebody in again, so that nobody's session is gone on with. */
  startsAnew?(): boolean
  /** Whether this browser may be used, by a list that isn't empty. */
  isBrowserSupported?(supported: readonly SupportedBrowser[]): Promise<boolean>
}

/** The steps of the start-up in a browser. Whatever can't be done throws; the machine says what follows. */
export const createStartUpSteps = <Settings extends OrganisationSettings>(
  app: SessionApp<Settings, object, SignInEnvironment>,
  parts: StartUpParts<Settings>,
): StartUpSteps => {
  const { environment, store, session } = app

  /** The login page of the organisation last used in this browser; if there was none, the address as it is. */
  const knownAddress = (): string => {
    const last = app.lastClient.get()
    return last === undefined ? environment.href() : `${environment.origin}/login?${last.urlToken}`
  }

  /**
   * The address by which the server is asked whose app this is. A visitor who comes from nowhere in particular is sent to the login
   * page of the organisation last used in this browser: `known`.
   */
  const addressToAskFor = (known: string): string =>
    parts.namedAddress?.() ?? (isPreLoginAddress(environment.path()) ? environment.href() : known)

  /** Fetched as soon as it is known where from, so that the texts and the logo come together. */
  let logos: Promise<unknown> = Promise.resolve()
  const fetchLogos = () => {
    const { settings } = store.get()
    const urls = [settings?.logoUrl, settings?.appBarLogoUrl].filter((url) => url !== undefined && url !== '')
    logos = Promise.race([Promise.allSettled(urls.map((url) => environment.loadImage(url ?? ''))), environment.wait(logoMs)])
  }

  return {
    async loadAppSettings() {
      // Before anything is asked of the server, which may be slow or away: whoever opened a login page may leave a shared computer now.
      if (isPreLoginAddress(environment.path())) app.clearSession()
      const { kept, enter } = (await parts.begin?.()) ?? {}
      const outcome = await app.apiFor().call(configuration, {}, kept && persistentCall())
      const settings = outcome.ok ? outcome.value : kept
      if (!settings) throw new Error(outcome.ok ? '' : outcome.message)
      await enter?.(settings)
      store.change({ appSettings: settings, api: app.apiFor(settings) })
    },

    async isBrowserSupported() {
      const supported = store.get().appSettings?.supportedBrowsers ?? []
      return supported.length === 0 || (await parts.isBrowserSupported?.(supported)) !== false
    },

    isLoginAddress: () => isPreLoginAddress(environment.path()) || parts.startsAnew?.() === true,

    async restoreSession() {
      const stored = session.load()
      if (stored?.settings === undefined) return false
      app.setClient(stored.client, stored.settings)
      fetchLogos()
      store.change({ session: { user: stored.user, client: stored.client } })
      return true
    },

    async initialiseClient() {
      const { api } = store.get()
      if (api === undefined) throw new Error('The settings come first')
      const last = app.lastClient.get()
      const known = knownAddress()
      const url = addressToAskFor(known)
      let outcome = await api.call(init, { body: { url } })
      if (outcome.ok && !outcome.value.success && last && isBareAddress(environment.path(), environment.search())) {
        // Nobody's address by itself: who opens it here means the organisation that they were at.
        outcome = await api.call(init, { body: { url: known } })
        if (outcome.ok && outcome.value.success) environment.showAddress(loginAddress(last.urlToken), 'in place')
      }
      if (!outcome.ok) throw new Error(outcome.message)
      const { success, orgID, urlToken } = outcome.value
      if (!success || orgID === undefined || urlToken === undefined) return false
      app.setClient({ id: orgID, urlToken }, parts.settingsFromInit(outcome.value))
      fetchLogos()
      return true
    },

    async initialiseLoginAddress() {
      const path = environment.path()
      if (!isPreLoginAddress(path)) return
      store.change({ session: undefined })
      const loginToken = loginTokenOf(path)
      const setPasswordToken = setPasswordTokenOf(path)
      const referrer = environment.referrer()
      session.entry.set({
        ...(loginToken === undefined ? {} : { loginToken }),
        ...(setPasswordToken === undefined ? {} : { setPasswordToken }),
        ...(loginToken === undefined || referrer === '' ? {} : { referrer }),
      })
    },

    loadSessionMessages: () => app.useMessages(store.get().session?.user),
    loadGeneralMessages: () => app.useMessages(),

    async preloadLogo() {
      await logos
      await environment.servedForm.untilComposed()
    },

    async untilServerReturns(restarts, signal) {
      for (let tries = restarts; !signal.aborted; tries += 1) {
        const pauseMs = restartMs[Math.min(tries, restartMs.length - 1)] ?? 0
        await Promise.race([environment.wait(pauseMs), environment.untilOnline(signal)])
        const outcome = await app.apiFor().call(configuration, {}, { attempts: 1, signal })
        if (outcome.ok) return
      }
    },
  }
}
