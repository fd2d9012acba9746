import { createStartUpSteps } from '@sitwell/app-shell/start-up/create-start-up-steps.ts'
import { LastingProblem, type StartUpSteps } from '@sitwell/app-shell/start-up/start-up.machine.ts'
import type { AppSettings } from '@sitwell/contract'
import { settingsFromInit } from '../../context/settings/settings-from-init.ts'
import type { PlayerApp } from '../create-player.ts'
import { isProctoringEntry, proctoringClient } from '../proctoring/provider-pages.ts'
import { mayUseAnyBrowser } from './any-browser.ts'
import type { Launch } from './launch-parameter.ts'

/** The steps of the player's start: those of any app, with launch addresses, stored exams and providers of proctoring. */
export const startUpSteps = (player: PlayerApp): StartUpSteps => {
  const { environment, session } = player

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

  return createStartUpSteps(player, {
    settingsFromInit,

    async begin() {
      const launch = await readLaunchHere()
      // A launch begins again, with the server: what is kept here is of a session before.
      return launch ? { enter: (settings) => enterLaunch(settings, launch) } : { kept: (await storedHere())?.appSettings }
    },

    namedAddress() {
      const named = proctoringClient(environment.path())
      return named === undefined ? undefined : `${environment.origin}/clients/${named}`
    },

    // Whoever comes from the proctoring provider is signed in by what it brings: nobody's session is gone on with.
    startsAnew: () => isProctoringEntry(environment.path()),

    async isBrowserSupported(supported) {
      if (session.anyBrowser.get() && mayUseAnyBrowser(player)) return true
      const [{ isSupported }, { detectBrowser }] = await Promise.all([
        import('../../context/browser/browser-support.ts'),
        import('../../context/browser/detect-browser.ts'),
      ])
      return isSupported(detectBrowser(environment.userAgent), supported)
    },
  })
}
