import type { Api } from '@sitwell/client/api'
import type { GenerationWatch } from '@sitwell/request-queue/generation-watch'
import { mayHaveDatabase } from '@sitwell/storage/has-database'
import type { Connection } from '../session/connection.ts'
import type { OfficeSession } from '../session/office-session.ts'
import type { MarkingDevice } from './device/marking-device.ts'
import type { TabKeys } from './device/tab-key.ts'

/** As `officeDatabase` has it, whose module is loaded only if there is such a database. */
const databaseName = 'sitwell-office'

interface Parts {
  /** Its calls wait for the sign-in over the page if the session has ended. */
  api(): Api
  readonly session: Pick<OfficeSession, 'state' | 'subscribe'>
  readonly connection: Pick<Connection, 'lostSinceMs' | 'subscribe'>
  readonly tabKey: TabKeys
  readonly generation: GenerationWatch
  nowMs(): number
  /** At least 0 and below 1. */
  random(): number
  onError(error: unknown): void
}

interface Opened {
  readonly userGuid: string
  readonly device: Promise<MarkingDevice>
}

/**
 * The marks that are on this device. Its code loads once somebody marks, or if an earlier page has left marks, which are then sent from
 * whichever page of the office is open. What the server has is removed as soon as nobody is signed in.
 */
export const createOfficeMarking = ({ api, session, connection, generation, tabKey, nowMs, random, onError }: Parts) => {
  let opened: Opened | undefined
  const load = () => import('./device/open-device.ts')

  const stop = async () => {
    const before = opened
    opened = undefined
    const device = await before?.device.catch(() => undefined)
    device?.close()
  }

  const openFor = (userGuid: string): Promise<MarkingDevice> => {
    if (opened?.userGuid === userGuid) return opened.device
    void stop()
    const parts = { api: api(), userGuid, generation, tabKey, nowMs, random, onError }
    const device = load().then(({ openDevice }) => openDevice(parts))
    const now = { userGuid, device }
    opened = now
    // Whoever tries again opens it anew.
    device.catch(() => {
      if (opened === now) opened = undefined
    })
    return device
  }

  /** The session has ended under the page, or the browser has somebody else's: what waits to be marked is removed meanwhile. */
  let isHeldBack = false

  const holdBack = async (userGuid: string) => {
    if (opened === undefined || isHeldBack) return
    isHeldBack = true
    const device = await opened.device
    device.keepLinesBy(undefined)
    await (await load()).removeWaiting(userGuid)
  }

  const goOn = async (userGuid: string, here: Opened) => {
    const device = await here.device
    device.lookAgain()
    if (!isHeldBack) return
    isHeldBack = false
    await (await load()).keepAgain(device, { tabKey, userGuid, nowMs, onError })
  }

  const follow = async () => {
    const state = session.state()
    if (state.is !== 'signed-in') {
      await stop()
      if (await mayHaveDatabase(databaseName)) await (await load()).leaveDevice()
      return
    }
    const { userGuid } = state.facts.person
    if (state.interruption !== undefined) return holdBack(userGuid)
    if (opened?.userGuid === userGuid) return goOn(userGuid, opened)
    if (await mayHaveDatabase(databaseName)) await openFor(userGuid)
  }
  session.subscribe(() => void follow().catch(onError))
  connection.subscribe(() => {
    if (connection.lostSinceMs() === undefined) void opened?.device.then((device) => device.lookAgain(), onError)
  })

  return {
    /** The device of whoever is signed in. Throws if nobody is. */
    open: (): Promise<MarkingDevice> => {
      const state = session.state()
      if (state.is !== 'signed-in') throw new Error('Nobody is signed in who could mark')
      return openFor(state.facts.person.userGuid)
    },
    /** Waits up to so many milliseconds for marks that are on their way, and resolves to how many are not on the server. */
    unsent: async (withinMs: number): Promise<number> => {
      const device = await opened?.device.catch(() => undefined)
      if (device === undefined) return 0
      await device.untilSent(withinMs)
      const { waiting, refused } = device.state()
      return waiting.length + refused.length
    },
    /** What removes the marks of whoever is signed in now from this browser once they aren't any more, those that are not on the server too. */
    discarding: (): (() => Promise<void>) => {
      const state = session.state()
      return async () => {
        if (state.is === 'signed-in') await (await load()).discardMarks(state.facts.person.userGuid)
      }
    },
  }
}
