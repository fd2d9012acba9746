import { configuration, init } from '@sitwell/contract'
import { settingsFromInit } from '../../api/settings-from-init.ts'
import type { PlayerApp } from '../create-player.ts'
import { readLaunch, storeLaunch } from './launch-parameter.ts'
import { isLoginAddress, loginTokenOf } from './login-address.ts'
import type { StartUpSteps } from './start-up.machine.ts'

/** The steps of the start-up in a browser. Whatever can't be done throws; the machine says what follows. */
export const startUpSteps = (player: PlayerApp): StartUpSteps => {
  const { environment, store, session, tokens } = player
  let isLaunched = false

  const takeLaunch = () => {
    const reading = readLaunch(environment.search())
    if (reading.kind === 'none') return
    // Whether it can be used or not: it carries tokens, so it doesn't stay in the address.
    environment.dropSearch()
    if (reading.kind === 'invalid') throw new Error(reading.reason)
    storeLaunch(session, reading.launch)
    tokens.set(reading.launch.tokens)
    isLaunched = true
  }

  return {
    async loadAppSettings() {
      takeLaunch()
      const outcome = await player.apiFor().call(configuration, {})
      if (!outcome.ok) throw new Error(outcome.message)
      store.change({ appSettings: outcome.value, api: player.apiFor(outcome.value) })
    },

    async isBrowserSupported() {
      const supported = store.get().appSettings?.supportedBrowsers ?? []
      if (supported.length === 0) return true
      const [{ isSupported }, { detectBrowser }] = await Promise.all([
        import('../../api/browser/browser-support.ts'),
        import('../../api/browser/detect-browser.ts'),
      ])
      return isSupported(detectBrowser(environment.userAgent), supported)
    },

    isLoginAddress: () => !isLaunched && isLoginAddress(environment.path()),

    async restoreSession() {
      const stored = session.load()
      if (stored?.settings === undefined) return false
      player.useClient(stored.client, stored.settings)
      store.change({ session: { user: stored.user, client: stored.client } })
      return true
    },

    async initialiseClient() {
      const { api } = store.get()
      if (api === undefined) throw new Error('The settings come first')
      const atLogin = isLoginAddress(environment.path())
      const last = player.lastClient.get()
      // A visitor elsewhere is sent to the login page of the organisation last used in this browser.
      const url = atLogin || last === undefined ? environment.href() : `${environment.origin}/login?${last.urlToken}`
      const outcome = await api.call(init, { body: { url } })
      if (!outcome.ok) throw new Error(outcome.message)
      const { success, orgID, urlToken } = outcome.value
      if (!success || orgID === undefined || urlToken === undefined) return false
      player.useClient({ id: orgID, urlToken }, settingsFromInit(outcome.value))
      return true
    },

    async initialiseLoginAddress() {
      const path = environment.path()
      if (!isLoginAddress(path)) return
      player.clearSession()
      store.change({ session: undefined })
      const loginToken = loginTokenOf(path)
      const setPasswordToken = /^\/user\/([^/]+)/.exec(path)?.[1]
      const referrer = environment.referrer()
      session.entry.set({
        ...(loginToken === undefined ? {} : { loginToken }),
        ...(setPasswordToken === undefined ? {} : { setPasswordToken }),
        ...(loginToken === undefined || referrer === '' ? {} : { referrer }),
      })
    },

    loadSessionMessages: () => player.useMessages(store.get().session?.user),
    loadGeneralMessages: () => player.useMessages(),

    async preloadLogo() {
      const { settings } = store.get()
      const logos = [settings?.logoUrl, settings?.appBarLogoUrl].filter((url) => url !== undefined && url !== '')
      await Promise.all(logos.map((url) => environment.loadImage(url ?? '')))
    },
  }
}
