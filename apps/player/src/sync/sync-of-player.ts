import { openExamStore } from '../storage/open-exam-store.ts'
import type { Caller } from './delivery.ts'
import { newUuid } from './new-uuid.ts'
import { type PlayerSync, startSync } from './player-sync.ts'

/** What is needed of the signed-in player. */
export interface SyncedPlayer {
  readonly api: Caller
  readonly session: {
    readonly user: { readonly guid: string; readonly firstName: string; readonly lastName: string }
    readonly client: { readonly id: number }
  }
  readonly appSettings: { readonly pingInterval: number }
  readonly clock: { nowMs(): number }
  reportError(error: unknown, info?: string): void
}

let current: { readonly userGuid: string; readonly sync: Promise<PlayerSync> } | undefined

const start = async (player: SyncedPlayer): Promise<PlayerSync> => {
  const nowMs = () => player.clock.nowMs()
  const { store } = await openExamStore(nowMs, (error) => player.reportError(error, 'The browser keeps no answers'))
  const sync = await startSync({
    api: player.api,
    store,
    userGuid: player.session.user.guid,
    orgId: player.session.client.id,
    learnerName: `${player.session.user.firstName} ${player.session.user.lastName}`.trim(),
    pingIntervalMs: player.appSettings.pingInterval,
    nowMs,
    // Counts on while the computer's clock is set to and fro; only differences of it are used.
    monotonicMs: () => performance.now(),
    newId: newUuid,
    onError: (error) => player.reportError(error, 'sync'),
  })
  addEventListener('online', () => void sync.connection.pingNow())
  addEventListener('offline', () => void sync.connection.check())
  return sync
}

/**
 * The one sync of the signed-in learner in this tab. Calling it after the sign-in sends what an earlier page left; another
 * learner who signs in gets one of their own.
 */
export const syncOfPlayer = (player: SyncedPlayer): Promise<PlayerSync> => {
  const userGuid = player.session.user.guid
  if (current?.userGuid !== userGuid) {
    void current?.sync.then((sync) => sync.stop())
    current = { userGuid, sync: start(player) }
  }
  return current.sync
}
