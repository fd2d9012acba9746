import { persistentCall } from '@sitwell/app-core/create-session'
import {
  isBareAddress,
  isPreLoginAddress,
  loginAddress,
  loginTokenOf,
  setPasswordTokenOf,
} from '@sitwell/app-core/login-address'
import { type AppSettings, configuration, init } from '@sitwell/contract'
import { settingsFromInit } from '../../context/settings/settings-from-init.ts'
import type { PlayerApp } from '../create-player.ts'
import { isProctoringEntry, proctoringClient } from '../proctoring/provider-pages.ts'
import { mayUseAnyBrowser } from './any-browser.ts'
import type { Launch } from './launch-parameter.ts'
import { LastingProblem, type StartUpSteps } from './start-up.machine.ts'

/** Milliseconds that a logo is waited for: after that the page shows without it. */
const logoMs = 3000

/** Milliseconds before the server is asked again, after a failed start; the last one goes on. */
const restartMs = [5000, 10_000, 20_000, 40_000, 60_000] as const

/** The login page of the organisation last used in this browser; where there was none, the address as it is. */
const knownAddress = ({ environment, lastClient }: PlayerApp): string => {
  const last = lastClient.get()
  return last === undefined ? environment.href() : `${environment.origin}/login?${last.urlToken}`
}

/**
 * The address by which the server is asked whose player this is. A visitor who comes from nowhere in particular is sent to the login
 * page of the organisation last used in this browser: `known`.
 */
const addressToAskFor = ({ environment }: PlayerApp, known: string): string => {
  const path = environment.path()
  const named = proctoringClient(path)
  if (named !== undefined) return `${environment.origin}/clients/${named}`
  return isPreLoginAddress(path) ? environment.href() : known
}

/** The steps of the start-up in a browser. Whatever can't be done throws; the machine says what follows. */
export const startUpSteps = (player: PlayerApp): StartUpSteps => {
  const { environment, store, session } = player

  /** What the address carries until the server has taken or refused it: a page that is loaded again meanwhile asks for the same. */
  const readLaunchHere = async (): Promise<Launch | undefined> => {
    if (!new URLSearchParams(environment.search()).has('x')) return undefined
    const { readLaunch } = await import('./launch-parameter.ts')
    const reading = readLaunch(environment.search(), environment.origin)
    if (reading.kind === 'launch') return reading.launch
    if (reading.kind === 'none') return undefined
    // It carries tokens, so it doesn't stay in the address.
    environment.dropSearch()
    throw new LastingProblem(reading.reason)
  }

  const enterLaunch = async (settings: AppSettings, launch: Launch) => {
    const { enterLaunchAddress } = await import('./enter-launch-address.ts')
    const entered = await enterLaunchAddress(player, settings, launch)
    if (entered.kind === 'unreachable') throw new Error(entered.reason)
    if (entered.kind === 'refused') throw new LastingProblem(entered.reason)
  }

  /** What a running exam keeps, or a course, where this is the address of one. */
  const storedHere = async () => {
    const isAt = (place: string) => environment.path().startsWith(place)
    if (!isAt('/exam/') && !isAt('/elearning/')) return undefined
    const { resumeStoredSession, resumeStoredStart } = await import('../stored-session.ts')
    return isAt('/exam/') ? resumeStoredSession(player) : resumeStoredStart(player)
  }

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
      if (isPreLoginAddress(environment.path())) player.clearSession()
      const launch = await readLaunchHere()
      // A launch begins anew, with the server: what is kept here is of a session before.
      const stored = launch === undefined ? await storedHere() : undefined
      const outcome = await player.apiFor().call(configuration, {}, stored && persistentCall())
      const settings = outcome.ok ? outcome.value : stored?.appSettings
      if (!settings) throw new Error(outcome.ok ? '' : outcome.message)
      if (launch) await enterLaunch(settings, launch)
      store.change({ appSettings: settings, api: player.apiFor(settings) })
    },

    async isBrowserSupported() {
      const supported = store.get().appSettings?.supportedBrowsers ?? []
      if (supported.length === 0 || (session.anyBrowser.get() && mayUseAnyBrowser(player))) return true
      const [{ isSupported }, { detectBrowser }] = await Promise.all([
        import('../../context/browser/browser-support.ts'),
        import('../../context/browser/detect-browser.ts'),
      ])
      return isSupported(detectBrowser(environment.userAgent), supported)
    },

    // Whoever comes from the proctoring provider is signed in by what it brings: nobody's session is gone on with.
    isLoginAddress: () => isPreLoginAddress(environment.path()) || isProctoringEntry(environment.path()),

    async restoreSession() {
      const stored = session.load()
      if (stored?.settings === undefined) return false
      player.setClient(stored.client, stored.settings)
      fetchLogos()
      store.change({ session: { user: stored.user, client: stored.client } })
      return true
    },

    async initialiseClient() {
      const { api } = store.get()
      if (api === undefined) throw new Error('The settings come first')
      const last = player.lastClient.get()
      const known = knownAddress(player)
      const url = addressToAskFor(player, known)
      let outcome = await api.call(init, { body: { url } })
      if (outcome.ok && !outcome.value.success && last && isBareAddress(environment.path(), environment.search())) {
        // Nobody's address by itself: who opens it here means the organisation that they were at.
        outcome = await api.call(init, { body: { url: known } })
        if (outcome.ok && outcome.value.success) environment.showAddress(loginAddress(last.urlToken), 'in place')
      }
      if (!outcome.ok) throw new Error(outcome.message)
      const { success, orgID, urlToken } = outcome.value
      if (!success || orgID === undefined || urlToken === undefined) return false
      player.setClient({ id: orgID, urlToken }, settingsFromInit(outcome.value))
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

    loadSessionMessages: () => player.useMessages(store.get().session?.user),
    loadGeneralMessages: () => player.useMessages(),

    async preloadLogo() {
      await logos
      await environment.servedForm.untilComposed()
    },

    async untilServerReturns(restarts, signal) {
      for (let tries = restarts; !signal.aborted; tries += 1) {
        const pauseMs = restartMs[Math.min(tries, restartMs.length - 1)] ?? 0
        await Promise.race([environment.wait(pauseMs), environment.untilOnline(signal)])
        const outcome = await player.apiFor().call(configuration, {}, { attempts: 1, signal })
        if (outcome.ok) return
      }
    },
  }
}
