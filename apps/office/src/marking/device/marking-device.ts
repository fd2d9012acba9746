import type { Api } from '@sitwell/client/api'
import { newUuid } from '@sitwell/client/new-uuid'
import type { GenerationWatch } from '@sitwell/request-queue/generation-watch'
import { createListeners } from '@sitwell/request-queue/listeners'
import { untilSent } from '@sitwell/request-queue/until-sent'
import type { KeyValueStore } from '@sitwell/storage/key-value-store'
import type { MarkDraft } from '../mark/mark-draft.ts'
import { createDeviceStore, type RefusedMark } from './device-store.ts'
import type { KeptLine, KeptLines, KeptQueue } from './kept-line.ts'
import type { DevicePlace, DraftRecord, Given, MarkRecord } from './mark-records.ts'
import { createMarkSender, type MarkOutcome } from './mark-sender.ts'
import { createOtherTabs } from './other-tabs.ts'
import { forgetOutdated, requeue } from './set-back.ts'

/** A mark that somebody has given just now. */
export interface NewMark {
  readonly responseID: string
  readonly queueID: string
  readonly code: string
  /** The newest entry of the response that they saw. */
  readonly seen: number
  /** The generation of the database in which `seen` counts; the present one if it is missing. */
  readonly seenIn?: string | undefined
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
  /** Keeps the responses that wait; missing if this browser keeps none. */
  readonly lines?: KeptLines | undefined
  /** The generation of the server's database, as its replies name it. */
  readonly generation: GenerationWatch
  /** Those among the tabs of this browser; missing if it has none. */
  readonly locks?: Pick<LockManager, 'request' | 'query'> | undefined
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
export const openMarkingDevice = async (parts: DeviceParts) => {
  const { api, places, userGuid, generation, lines: openedLines, locks, nowMs, random, onError } = parts
  const store = createDeviceStore(places, userGuid, nowMs)
  const sender = createMarkSender({ api, store, userGuid, generation, nowMs, newId: newUuid, random, onError })
  const { queue, connection } = sender
  const changed = createListeners<void>(onError)
  const outcomes = createListeners<{ readonly mark: MarkRecord; readonly outcome: MarkOutcome }>(onError)
  /** The last mark of each response that the server has acknowledged to this page. */
  const acknowledged = new Map<string, { readonly id: string; readonly entry: number }>()
  /** A mark that goes again after a set-back is counted once. */
  const sent = new Set<string>()
  let refused: readonly RefusedMark[] = await store.refused()
  let isKept = true
  let lines = openedLines
  let here: MarksHere
  const take = () => {
    const waiting = [...new Map([...queue.unacknowledged(), ...queue.failed()].map((mark) => [mark.id, mark])).values()]
    here = { waiting, isOffline: connection.state() === 'offline', sent: sent.size, refused, isKept }
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
      sent.add(event.request.id)
      take()
      // Boundary: `deliver` has read the reply by the call's own schema.
      const outcome = event.reply as MarkOutcome
      acknowledged.set(event.request.responseID, { id: event.request.id, entry: outcome.entry })
      outcomes.tell({ mark: event.request, outcome })
      sendAgainIfOlder(event.request.id).catch(onError)
    }
    if (event.kind === 'set-aside') {
      // One that was acknowledged once and is refused now doesn't go again by itself.
      store.write([store.forgetEntry(event.request.id)]).catch(onError)
      readRefused().catch(onError)
    }
    tell()
  })
  connection.subscribe(tell)
  /** The database may lack what it has acknowledged: marks of the last hours go again, and show as not sent until they are there. */
  const sendAgain = async (now: string) => {
    if (!(await requeue(store, now))) return
    await queue.load()
    tell()
    queue.flush()
  }
  /** The mark may have been sent before a set-back that the page has noticed since. Reads this one record: there may be 2000, and as many marks to send again. */
  const sendAgainIfOlder = async (requestId: string) => {
    const by = (await store.recordOf(requestId))?.acknowledged?.generation
    const now = generation.current()
    if (by !== undefined && now !== undefined && by !== now) await sendAgain(now)
  }
  const unsubscribe = generation.subscribe((now) => void sendAgain(now).catch(onError))
  const known = generation.current()
  if (known !== undefined) await requeue(store, known)
  await queue.load()
  take()
  await forgetOutdated(store, queue.waiting(), nowMs())
  queue.flush()

  /** The line that is to be written next: one that comes while another is written takes the place of any before it. */
  const nextLines = new Map<string, KeptLine>()
  let isWriting = false
  const writeLines = async () => {
    if (isWriting) return
    isWriting = true
    for (const [queueID, line] of nextLines) {
      nextLines.delete(queueID)
      // A mark is worth more than what it is given to: whatever fails here keeps nobody from marking.
      await lines?.keep(queueID, line).catch(onError)
    }
    isWriting = false
  }
  /** Who keeps the line of each queue now: one page's way through it. */
  const keepers = new Map<string, object>()

  /** Ends once what pages have given back on leaving has arrived, or can't. */
  let givenBack: Promise<unknown> = Promise.resolve()

  const lastWaiting = (responseID: string) => here.waiting.filter((mark) => mark.responseID === responseID).at(-1)

  return {
    state: (): MarksHere => here,
    subscribe: changed.add,
    /** Called with each mark that the server has taken, and how its response stands now. */
    onOutcome: outcomes.add,
    /** This person's responses that other tabs of this browser hold. */
    otherTabs: createOtherTabs(locks, onError),
    /** The generation of the server's database that was named last. */
    generation: generation.current,
    /** The mark of a response that is on this device and not on the server yet. */
    waitingFor: lastWaiting,

    /** Keeps a mark in place of its draft, and sends it when its turn comes. Resolves once it is kept on this device; rejects if it can't be. */
    async keep({ responseID, queueID, code, seen, seenIn = generation.current(), given }: NewMark): Promise<void> {
      const last = acknowledged.get(responseID)
      // Also the mark that the server has acknowledged: after a set-back it goes again and gets another number, and this mark has to wait for it.
      const before = lastWaiting(responseID)?.id ?? (last?.entry === seen ? last.id : undefined)
      await queue.enqueue(
        {
          ...{ type: 'mark', responseID, queueID, code, seen, given },
          ...(before !== undefined && { after: before }),
          ...(seenIn !== undefined && { generation: seenIn }),
        },
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

    /** Keeps the responses of a queue that the page has, so that it goes on with them after it was loaded anew. `keeper`: whose they are. Never rejects. */
    keepLine(queueID: string, line: KeptLine, keeper: object): void {
      keepers.set(queueID, keeper)
      nextLines.set(queueID, line)
      void writeLines()
    },
    /** Keeps the responses of a queue no longer, unless another keeper has them by now. */
    dropLine(queueID: string, keeper: object): void {
      if (keepers.get(queueID) !== keeper) return
      nextLines.set(queueID, { items: [], marked: [] })
      void writeLines()
    },
    /** A page that the marker leaves gives its responses back: the next request for responses waits for that. */
    givesBack(releasing: Promise<unknown>): void {
      givenBack = Promise.allSettled([givenBack, releasing])
    },
    untilGivenBack: (): Promise<unknown> => givenBack,
    /** The queues of which responses wait here, with how many. Nothing if they can't be read. */
    queuesHere: async (): Promise<readonly KeptQueue[]> => (await lines?.queues().catch(onError)) ?? [],
    /** What an earlier page of this tab had of a queue. Nothing if it can't be read. */
    lineOf: async (queueID: string): Promise<KeptLine> =>
      (await lines?.lineOf(queueID).catch(onError)) ?? { items: [], marked: [] },
    /** The files of the responses that wait; undefined if this browser keeps none. */
    files: () => lines,
    /** From now on responses are kept by these, after a sign-in over the page, or, without them, are kept no more. */
    keepLinesBy(next: KeptLines | undefined): void {
      lines?.forget()
      lines = next
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

    /** Stops sending, and keeping responses. */
    close: () => {
      lines?.forget()
      unsubscribe()
      sender.close()
    },
  }
}

export type MarkingDevice = Awaited<ReturnType<typeof openMarkingDevice>>
