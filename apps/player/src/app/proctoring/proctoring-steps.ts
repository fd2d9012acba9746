import { startedState } from '@sitwell/app-core/app-store'
import { newUuid } from '@sitwell/client/new-uuid'
import { tokensFromToken, userFromToken } from '@sitwell/client/session-from-token'
import { beginProctoring, token } from '@sitwell/contract'
import { signInBody } from '@sitwell/sign-in/sign-in-body.ts'
import { loadSchedules } from '../../context/schedules-store.ts'
import { loadSettingsByName } from '../../context/settings/settings-by-name.ts'
import type { PlayerApp } from '../create-player.ts'
import { askParent } from './ask-parent.ts'
import { fromBase64, proctoringAddress } from './entry-address.ts'
import { ProctoringFailure, type ProctoringSteps } from './proctoring-flow.machine.ts'

/** Milliseconds that the provider's page may take to answer. */
const parentMs = 10_000

const parentFailures = {
  inactive: ['Proctoring Is Not Active', 'The page of the provider says that its session does not run.'],
  silent: ['Proctoring Parent Does Not Answer', 'The page of the provider did not say whether its session runs.'],
  'no-parent': ['Proctoring Parent Not Found', 'This page was not opened by the provider.'],
} as const

/**
 * What the entry's address says, put away, and taken out of the address: it signs in. Undefined if one of its parts is missing.
 */
export const takeEntry = ({ environment, session }: PlayerApp): boolean => {
  const address = proctoringAddress(environment.path())
  if (address?.page !== 'entry') return session.proctoring.get() !== undefined
  session.clearSession()
  session.proctoring.clear()
  if (address.parameters === undefined || address.examGuid === undefined) return false
  session.proctoring.set({ ...address.parameters, examGuid: address.examGuid, requestId: newUuid() })
  environment.showAddress('/proctorio/start', 'in place')
  return true
}

/** The steps of the start page. What failed once is tried again from the beginning. */
export const proctoringSteps = (player: PlayerApp, window: Window): ProctoringSteps => {
  const { environment, session } = player
  const { api, appSettings, client, settings } = startedState(player.store.get())
  const entry = session.proctoring.get()

  /** Nothing has to be set up for an exam that is complete: its own page says so. A session that is on continues until its end is told. */
  const leaveCompleted = async (failure: Error, proctoringActive: boolean) => {
    const userGuid = session.user.get()?.guid ?? ''
    const loaded = await loadSchedules(api, { userGuid, proctoringMode: settings.proctoringMode })
    const schedule = loaded.ok ? loaded.value.find((one) => one.examGuid === entry?.examGuid) : undefined
    if (schedule?.completed !== true) throw failure
    const { settings: now } = startedState(player.store.get())
    player.setClient(client, { ...now, proctoringActive })
  }

  return {
    async authenticateUser() {
      // Loaded again: its ticket was used, and the session continues.
      const held = session.load()
      if (held?.settings?.proctoringSessionID !== undefined) return
      if (entry === undefined) throw new ProctoringFailure('Parameters Missing', 'The address of the provider lacks a part.')
      const [username, ticket] = [fromBase64(entry.userInfo1), fromBase64(entry.userInfo2)]
      if (username === undefined || ticket === undefined)
        throw new ProctoringFailure('Parameters Not Readable', 'A part of the address is not base64.')
      const outcome = await api.call(token, {
        body: {
          ...signInBody(player, username, ticket),
          noNewSession: 'true',
          redirectedViaProctorio: 'true',
          requestId: entry.requestId,
        },
      })
      if (!outcome.ok) throw new Error(outcome.message)
      const user = userFromToken(outcome.value)
      player.tokens.set(tokensFromToken(outcome.value))
      session.user.set(user)
      player.store.change({ session: { user, client } })
    },
    initializeSessionMessages: () => player.useMessages(session.user.get()),
    async fetchClientSettings() {
      const named = await loadSettingsByName(api, client.id, appSettings.productName)
      if (!named.ok) throw new Error(named.message)
      const { clientName, userInfo1, userInfo2 } = entry ?? {}
      player.setClient(client, {
        ...settings,
        ...named.settings,
        ...(clientName !== undefined && { clientName, userInfo1, userInfo2 }),
      })
    },
    async checkProctoringParent() {
      const { settings: now } = startedState(player.store.get())
      const found = now.proctoringDebug ? 'active' : await askParent(window, now.proctoringOrigin ?? '', parentMs)
      const failing = (failure: Error) => leaveCompleted(failure, found === 'active')
      if (found !== 'active') {
        const [name, message] = parentFailures[found]
        return failing(new ProctoringFailure(name, message))
      }
      const examGuid = entry?.examGuid
      const outcome = await api.call(beginProctoring, { body: examGuid === undefined ? {} : { examGuid } })
      if (!outcome.ok) return failing(new Error(outcome.message))
      const { proctoringSessionID } = outcome.value
      player.setClient(client, { ...now, proctoringActive: true, proctoringSessionID })
    },
    redirectToExam() {
      const examGuid = entry?.examGuid
      environment.leaveTo(examGuid === undefined ? '/schedules' : `/exam/${encodeURIComponent(examGuid)}`)
    },
  }
}
