import type { Api, CallListener } from '@sitwell/client/api'
import { newUuid } from '@sitwell/client/new-uuid'
import { generationHeader, heardHeader } from '@sitwell/contract'
import { createKeptCourseStore } from '../storage/kept-course-store.ts'
import { createKeptExams } from '../storage/kept-exams.ts'
import { openExamStore } from '../storage/open-exam-store.ts'
import type { Keeping } from '../storage/overflow-store.ts'
import { requestLogRetentionMs } from '../storage/request-log.ts'
import { createUploadStore } from '../storage/upload-store.ts'
import { carryOver, takeCarried } from './carried-changes.ts'
import { createContactClock } from './contact-clock.ts'
import type { Caller } from './delivery.ts'
import { createGenerationWatch } from './generation-watch.ts'
import { createListeners } from './listeners.ts'
import { logRequests } from './log-requests.ts'
import { makeRoomAhead } from './make-room-ahead.ts'
import { startSync } from './player-sync.ts'
import type { PlayerSync } from './player-sync-types.ts'

/** What is needed of the signed-in player. */
export interface SyncedPlayer {
  readonly api: Caller & Pick<Api, 'request'>
  readonly session: {
    readonly user: { readonly guid: string; readonly firstName: string; readonly lastName: string }
    readonly client: { readonly id: number }
  }
  readonly appSettings: { readonly pingInterval: number }
  readonly clock: { nowMs(): number; browserMs(): number }
  reportError(error: unknown, info?: string): void
  /** Tells of every call of this page with its answer. */
  onCalled(listener: CallListener): void
}

let current: { readonly userGuid: string; readonly sync: Promise<PlayerSync> } | undefined

/** What is saved in one tab is a sign of life in the others: none of them ends the session that an exam is sat with. */
const shareSigns = (sync: PlayerSync, userGuid: string): void => {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel(`sitwell/signs/${userGuid}`)
  sync.onKept((where) => {
    if (where === 'here') channel.postMessage('kept')
  })
  channel.addEventListener('message', sync.keptElsewhere)
}

const start = async (player: SyncedPlayer): Promise<PlayerSync> => {
  const nowMs = () => player.clock.nowMs()
  const listeners = createListeners<Keeping>()
  let kept: Keeping = 'lasting'
  const { store, requestLog, places, lastingPlaces, lasting, unwritten } = await openExamStore(
    nowMs,
    (error) => player.reportError(error, 'The browser keeps no answers'),
    (keeping) => {
      kept = keeping
      listeners.tell(keeping)
    },
  )
  if (!lasting) kept = 'memory'
  const onError = (error: unknown) => player.reportError(error, 'sync')
  // A browser that keeps nothing may not even let ask for what a tab keeps.
  const inTab = async (work: (tab: Storage) => unknown) => work(sessionStorage)
  await inTab((tab) => takeCarried(places, tab)).catch(onError)
  const userGuid = player.session.user.guid
  // The second counts on while the computer's clock is set to and fro.
  const readClocks = () => ({ wallMs: player.clock.browserMs(), steadyMs: performance.now() })
  const contact = createContactClock(readClocks)
  const generation = createGenerationWatch(onError)
  const sync = await startSync({
    api: player.api,
    store,
    requestLog,
    keptExams: createKeptExams(places, onError),
    keptCourses: createKeptCourseStore(places),
    uploadStore: createUploadStore({
      places: lastingPlaces,
      nowMs,
      estimate: () => navigator.storage?.estimate?.(),
      onError: (error) => player.reportError(error, 'The browser keeps no file'),
    }),
    keeping: { get: () => kept, subscribe: listeners.add },
    userGuid,
    orgId: player.session.client.id,
    learnerName: `${player.session.user.firstName} ${player.session.user.lastName}`.trim(),
    pingIntervalMs: player.appSettings.pingInterval,
    nowMs,
    readClocks,
    contact,
    generation,
    // Loaded with the first file that is chosen.
    hash: async (bytes) => (await import('@sitwell/client/hash-file')).hashFile(bytes),
    sendInPieces: async (...sent) => (await import('@sitwell/client/send-in-pieces')).sendInPieces(player.api, ...sent),
    newId: newUuid,
    // Boundary: the types say that it is always there.
    sealer: globalThis.crypto.subtle as SubtleCrypto | undefined,
    random: Math.random,
    onError,
  })
  const { examGuidOf } = sync
  const log = logRequests({ log: requestLog, userGuid, examGuidOf, nowMs, newId: newUuid, onError })
  player.onCalled((url, init, answer) => {
    const contactAt = Number(answer?.headers.get(heardHeader) ?? Number.NaN)
    if (Number.isSafeInteger(contactAt) && contactAt > 0) contact.heard(contactAt)
    generation.heard(answer?.headers.get(generationHeader))
    log(url, init, answer)
  })
  requestLog
    .removeBefore(new Date(nowMs() - requestLogRetentionMs).toISOString())
    .then(() => makeRoomAhead(requestLog, () => navigator.storage?.estimate?.()))
    .catch(onError)
  shareSigns(sync, userGuid)
  for (const event of ['online', 'focus', 'visibilitychange'] as const)
    addEventListener(event, () => document.visibilityState === 'visible' && void sync.connection.pingNow())
  addEventListener('offline', () => void sync.connection.check())
  addEventListener('pagehide', () => {
    sync.leave()
    inTab((tab) => carryOver(unwritten(), tab)).catch(onError)
  })
  return sync
}

/** The one that runs in this tab; undefined where nobody has signed in here. */
export const runningSync = (): Promise<PlayerSync> | undefined => current?.sync

/**
 * The one sync of the signed-in learner in this tab. Calling it after the sign-in sends what an earlier page left; another
 * learner who signs in gets one of their own. A start that failed is forgotten: the next call tries again.
 */
export const syncOfPlayer = (player: SyncedPlayer): Promise<PlayerSync> => {
  const userGuid = player.session.user.guid
  if (current?.userGuid !== userGuid) {
    current?.sync.then(
      (sync) => sync.stop(),
      () => undefined,
    )
    const started = { userGuid, sync: start(player) }
    current = started
    started.sync.catch(() => {
      if (current === started) current = undefined
    })
  }
  return current.sync
}
