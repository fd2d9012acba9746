import type { Api } from '@sitwell/client/api'
import { newUuid } from '@sitwell/client/new-uuid'
import { createListeners } from '@sitwell/request-queue/listeners'
import { untilSent } from '@sitwell/request-queue/until-sent'
import type { KeyValueStore } from '@sitwell/storage/key-value-store'
import type { MarkDraft } from '../mark/mark-draft.ts'
import { createDeviceStore, type RefusedMark } from './device-store.ts'
import type { DevicePlace, DraftRecord, Given, MarkRecord } from './mark-records.ts'
import { createMarkSender, type MarkOutcome } from './mark-sender.ts'

/** A mark that somebody has given just now. */
export interface NewMark {
  readonly responseID: string
  readonly queueID: string
  readonly code: string
  /** The newest entry of the response that they saw. */
  readonly seen: number
  readonly given: Given
}

/** Where the marks of this person are. */
export interface MarksHere {
  /** On this device, and not on the server yet. */
  readonly waiting: readonly MarkRecord[]
  /** The server can't be reached: they wait for it. */
  readonly isOffline: boolean
  /** How many the server has acknowledged since this page was opened. */
  readonly sent: number
  readonly refused: readonly RefusedMark[]
  /** False if the browser keeps nothing: then a mark is in the memory of the page alone until it is sent. */
  readonly isKept: boolean
}

export interface DeviceParts {
  readonly api: Api
  readonly places: KeyValueStore<DevicePlace>
  readonly userGuid: string
  nowMs(): number
  random(): number
  onError(error: unknown): void
}

/** What of a response a draft belongs to. */
export interface Seen {
  readonly responseID: string
  readonly sequence?: number | undefined
  readonly newestEntry: number
}

/** The marks of one person on this device: kept first, then sent until the server has them. Starts with what an earlier page left. */
export const openMarkingDevice = async ({ api, places, userGuid, nowMs, random, onError }: DeviceParts) => {
  const store = createDeviceStore(places, userGuid, nowMs)
  const sender = createMarkSender({ api, store, userGuid, newId: newUuid, random, onError })
  const { queue, connection } = sender
  const changed = createListeners<void>(onError)
  const outcomes = createListeners<{ readonly mark: MarkRecord; readonly outcome: MarkOutcome }>(onError)
  let sent = 0
  let refused: readonly RefusedMark[] = await store.refused()
  let isKept = true
  let here: MarksHere
  const take = () => {
    const waiting = [...new Map([...queue.unacknowledged(), ...queue.failed()].map((mark) => [mark.id, mark])).values()]
    here = { waiting, isOffline: connection.state() === 'offline', sent, refused, isKept }
  }
  const tell = () => {
    take()
    changed.tell()
  }
  const readRefused = async () => {
    refused = await store.refused()
    tell()
  }
  queue.subscribe((event) => {
    if (event.kind === 'acknowledged') {
      sent += 1
      take()
      // Boundary: `deliver` has read the reply by the call's own schema.
      outcomes.tell({ mark: event.request, outcome: event.reply as MarkOutcome })
    }
    if (event.kind === 'set-aside') readRefused().catch(onError)
    tell()
  })
  connection.subscribe(tell)
  await queue.load()
  take()
  queue.flush()

  const lastWaiting = (responseID: string) => here.waiting.filter((mark) => mark.responseID === responseID).at(-1)

  return {
    state: (): MarksHere => here,
    subscribe: changed.add,
    /** Called with each mark that the server has taken, and how its response stands now. */
    onOutcome: outcomes.add,
    /** The mark of a response that is on this device and not on the server yet. */
    waitingFor: lastWaiting,

    /** Keeps a mark in place of its draft, and sends it when its turn comes. Resolves once it is kept on this device; rejects if it can't be. */
    async keep({ responseID, queueID, code, seen, given }: NewMark): Promise<void> {
      const before = lastWaiting(responseID)
      await queue.enqueue(
        { type: 'mark', responseID, queueID, code, seen, given, ...(before !== undefined && { after: before.id }) },
        () => [store.draftChange(responseID, undefined)],
      )
      tell()
    },

    /** Keeps what was entered so far, or forgets it. */
    async keepDraft({ responseID, sequence, newestEntry }: Seen, draft: MarkDraft | undefined): Promise<void> {
      const record: DraftRecord | undefined = draft && {
        ...{ format: 1, ...draft, points: { ...draft.points }, seen: newestEntry },
        ...(sequence !== undefined && { sequence }),
      }
      await store.write([store.draftChange(responseID, record)])
    },

    /** What was entered before and isn't stored as a mark, if the response is as it was then. */
    async draftOf({ responseID, sequence, newestEntry }: Seen): Promise<MarkDraft | undefined> {
      const record = await store.draftOf(responseID)
      if (record === undefined || record.sequence !== sequence || record.seen !== newestEntry) return undefined
      const { points, comment, learnerComment, isFlagged } = record
      return { points, comment, learnerComment, isFlagged }
    },

    /** Sends a mark that the server refused once more. */
    async sendAgain({ mark }: RefusedMark): Promise<void> {
      await store.takeBack(mark.id)
      await queue.load()
      await readRefused()
      queue.flush()
    },

    /** Forgets a mark that the server refused. */
    async drop({ key }: RefusedMark): Promise<void> {
      await store.dropRefused(key)
      await readRefused()
    },

    /** The browser says that the network is back, or the person has signed in again. */
    lookAgain(): void {
      if (connection.state() === 'offline') connection.pingNow().catch(onError)
      else queue.flush()
    },

    /** The browser keeps what is written beyond the page, or it doesn't. */
    noteKeeping(isLasting: boolean): void {
      isKept = isLasting
      tell()
    },

    /** Resolves once all marks are on the server, none can be sent, or so many milliseconds have passed. */
    untilSent: (withinMs: number) => untilSent({ queue, connection }, withinMs),

    /** Stops sending. */
    close: sender.close,
  }
}

export type MarkingDevice = Awaited<ReturnType<typeof openMarkingDevice>>
