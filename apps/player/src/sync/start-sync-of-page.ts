import { openChannel } from '@sitwell/app-core/open-channel'
import type { Api, CallListener } from '@sitwell/client/api'
import { newUuid } from '@sitwell/client/new-uuid'
import type { KeyStorage } from '@sitwell/client/stored-value'
import { generationHeader, heardHeader } from '@sitwell/contract'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { createListeners } from '@sitwell/request-queue/listeners'
import type { Handed } from '@sitwell/request-queue/writer-lock'
import type { Keeping } from '@sitwell/storage/overflow-store'
import { type Leaver, leaversIn } from '../context/leavers.ts'
import type { KeyValueStore } from '../storage/key-value-store.ts'
import { openExamStore } from '../storage/open-exam-store.ts'
import { requestLogRetentionMs } from '../storage/request-log.ts'
import { createStoredCourseStore } from '../storage/stored-course-store.ts'
import { createStoredExams } from '../storage/stored-exams.ts'
import { createUploadStore } from '../storage/upload-store.ts'
import { carryOver, heldRecords, takeCarried, takeHanded } from './carried-changes.ts'
import { startSync } from './player-sync.ts'
import type { PlayerSync } from './player-sync-types.ts'
import type { Caller } from './queue/delivery.ts'
import { logRequests } from './request-log/log-requests.ts'
import { makeRoomAhead } from './request-log/make-room-ahead.ts'
import { createContactClock } from './time/contact-clock.ts'

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

/** What is needed of the page and its tab. */
export interface PageOfSync {
  /** What the tab keeps for its next page. */
  tab(): KeyStorage
  /** What the browser keeps for all of its tabs. */
  browser(): KeyStorage
  on(event: 'online' | 'offline' | 'focus' | 'visibilitychange' | 'pagehide', listener: () => void): void
  isVisible(): boolean
  /** The room that the browser has; undefined if it doesn't say. */
  estimate(): Promise<StorageEstimate> | undefined
}

/** What is saved in one tab is a sign of life in the others: none of them ends the session that an exam is sat with. */
const shareSigns = (sync: PlayerSync, userGuid: string): void => {
  const channel = openChannel(`sitwell/signs/${userGuid}`)
  if (!channel) return
  sync.onStored((where) => {
    if (where === 'here') channel.postMessage('kept')
  })
  channel.addEventListener('message', sync.storedElsewhere)
}

/** The sync of a page, with what that has in its memory alone: where the disk is full another tab can't find it in the store. */
export interface PageSync extends PlayerSync {
  /** For the tab that continues with the exam; undefined if there is nothing. */
  handOver(): Handed | undefined
  /** What the tab before could not keep is kept here, and sent. */
  takeHanded(held: unknown): Promise<void>
  /**
   * The session is over: nothing is sent from now on, and `clear` deletes what the server has. `isRefused`: the server has ended it, so that
   * nothing is known to be there. Resolves once that is done.
   */
  signOff(clear: (places: KeyValueStore, leaver: Leaver) => Promise<void>, isRefused?: boolean): Promise<void>
}

/** Starts the sync of a learner on a page: over its store, with all that it is told. */
export const startSyncOfPage = async (player: SyncedPlayer, page: PageOfSync): Promise<PageSync> => {
  const nowMs = () => player.clock.nowMs()
  const listeners = createListeners<Keeping>()
  let stored: Keeping = 'lasting'
  const { store, requestLog, places, lastingPlaces, lasting, unwritten, giveUp } = await openExamStore(
    nowMs,
    (error) => player.reportError(error, 'The browser keeps no answers'),
    (keeping) => {
      stored = keeping
      listeners.tell(keeping)
    },
  )
  if (!lasting) stored = 'memory'
  const onError = (error: unknown) => player.reportError(error, 'sync')
  // A browser that keeps nothing may not even let ask for what a tab keeps.
  const inTab = async (work: (tab: KeyStorage) => unknown) => work(page.tab())
  await inTab((tab) => takeCarried(places, tab)).catch(onError)
  const leavers = leaversIn(page.browser())
  if (lasting && leavers.all().length > 0)
    await import('./clear-sent.ts').then((sent) => sent.clearLeavers(lastingPlaces, page.browser())).catch(onError)
  const userGuid = player.session.user.guid
  // The second counts on while the computer's clock is set to and fro.
  const readClocks = () => ({ wallMs: player.clock.browserMs(), steadyMs: performance.now() })
  const contact = createContactClock(readClocks)
  const generation = createGenerationWatch(onError)
  const sync = await startSync({
    api: player.api,
    store,
    requestLog,
    storedExams: createStoredExams(places, onError),
    storedCourses: createStoredCourseStore(places),
    uploadStore: createUploadStore({
      places: lastingPlaces,
      nowMs,
      estimate: page.estimate,
      onError: (error) => player.reportError(error, 'The browser keeps no file'),
    }),
    keeping: { get: () => stored, subscribe: listeners.add },
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
    .then(() => makeRoomAhead(requestLog, page.estimate))
    .catch(onError)
  shareSigns(sync, userGuid)
  for (const event of ['online', 'focus', 'visibilitychange'] as const)
    page.on(event, () => page.isVisible() && void sync.connection.pingNow())
  page.on('offline', () => void sync.connection.check())
  page.on('pagehide', () => {
    sync.leave()
    inTab((tab) => carryOver(unwritten(), tab)).catch(onError)
  })
  return {
    ...sync,
    handOver() {
      const changes = unwritten()
      const held = heldRecords(changes)
      return held.length === 0 ? undefined : { held, taken: () => giveUp(changes) }
    },
    async takeHanded(held) {
      await takeHanded(places, held)
      await sync.queue.load()
      await sync.sendAll()
    },
    async signOff(clear, isRefused = false) {
      const leaver = { userGuid, ...sync.close(), ...(isRefused && { isRefused }) }
      leavers.note(leaver)
      await log.settled()
      await clear(places, leaver)
    },
  }
}
