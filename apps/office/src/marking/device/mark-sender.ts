import type { Api } from '@sitwell/client/api'
import { officeMarkingGive, ping, type ReplyOf } from '@sitwell/contract'
import { createConnection } from '@sitwell/request-queue/connection'
import type { GenerationWatch } from '@sitwell/request-queue/generation-watch'
import type { Delivery, RefusalMeaning } from '@sitwell/request-queue/request-kind'
import { createRequestQueue, type RequestQueue } from '@sitwell/request-queue/request-queue'
import type { DeviceChange, DeviceStore } from './device-store.ts'
import type { MarkRecord } from './mark-records.ts'

export type MarkOutcome = ReplyOf<typeof officeMarkingGive>

/** Milliseconds between two looks whether the server is there, once the early ones have passed. */
const pingIntervalMs = 15_000
/** Milliseconds until the queue goes on after this page failed at a mark itself: its store was busy, say. */
const stumbledMs = 5000

/** Another attempt may succeed, and no mark behind it would fare better. */
const passing = ['BUSY', 'CANNOT_SAVE', 'TOO_MANY_REQUESTS', 'NO_AUTHORISATION', 'OTHER_SESSION', 'MFA_REQUIRED']
/** The server may be wrong, and may take others. */
const doubted = ['SERVER_ERROR', 'BODY_TOO_LARGE']

/** What a refusal of a mark means for the queue. All that would be refused for ever is set aside, and shown to its marker. */
export const meaningOf = (code: string): RefusalMeaning => {
  if (passing.includes(code)) return 'later'
  return doubted.includes(code) ? 'doubted' : 'final'
}

export interface SenderParts {
  /** Its calls wait for the sign-in over the page if the session has ended. */
  readonly api: Api
  readonly store: DeviceStore
  readonly userGuid: string
  /** The generation of the server's database, as its replies name it. */
  readonly generation: Pick<GenerationWatch, 'current'>
  nowMs(): number
  newId(): string
  /** At least 0 and below 1. */
  random(): number
  onError(error: unknown): void
}

/** Sends the marks of one person, one at a time in their order, until the server has each of them. */
export const createMarkSender = ({ api, store, userGuid, generation, nowMs, newId, random, onError }: SenderParts) => {
  let isClosed = false
  let stumbled: ReturnType<typeof setTimeout> | undefined
  const connection = createConnection({
    pingIntervalMs,
    random,
    ping: async (attempts = 1) => (await api.call(ping, {}, { attempts })).ok,
  })

  /** The generation that was known when each mark was sent: a reply may come from an older generation than the page knows now. */
  const sentIn = new Map<string, string | undefined>()

  const deliver = async (mark: MarkRecord): Promise<Delivery> => {
    if (isClosed || connection.state() === 'offline') return { kind: 'unreachable' }
    const { responseID, given, seen, after, id } = mark
    // The one before it is acknowledged or refused by now (`isHeldBack`), so that this comes out the same at every attempt.
    sentIn.set(id, generation.current())
    const before = after === undefined ? undefined : await store.recordOf(after)
    const basedOn = before?.entry ?? seen
    // Numbers from before a set-back may be those of other entries by now, which the server knows by this.
    const seenIn = before?.acknowledged?.generation ?? mark.generation
    const basis = { basedOn, ...(seenIn !== undefined && { generation: seenIn }) }
    const body = { ...given, responseID, requestId: id, ...basis }
    const outcome = await api.call(officeMarkingGive, { body }, { attempts: 1 })
    if (outcome.ok) return { kind: 'acknowledged', reply: outcome.value }
    return outcome.kind === 'refused'
      ? { kind: 'refused', code: outcome.code, missing: [] }
      : { kind: 'unreachable', reason: outcome.message, isAnswered: outcome.status !== undefined }
  }

  const queue: RequestQueue<MarkRecord, DeviceChange> = createRequestQueue<MarkRecord, DeviceChange>({
    store: store.queueStore,
    userGuid,
    kinds: {
      mark: {
        deliver,
        meaningOf,
        isHeldBack: ({ after }) => after !== undefined && queue.waiting().some(({ id }) => id === after),
        // Boundary: `deliver` has read the reply by the call's own schema.
        acknowledged: async (mark, reply) => {
          const by = sentIn.get(mark.id) ?? generation.current()
          sentIn.delete(mark.id)
          const acknowledged = by === undefined ? undefined : { mark, atMs: nowMs(), generation: by }
          return [store.entryChange(mark.id, (reply as MarkOutcome).entry, acknowledged)]
        },
      },
    },
    laneOf: ({ responseID }) => responseID,
    compose: (draft, fields) => ({ format: 1, ...draft, ...fields }),
    newId,
    onUndelivered() {
      if (!isClosed) connection.setOffline()
    },
    onStumbled() {
      clearTimeout(stumbled)
      stumbled = setTimeout(() => queue.flush(), stumbledMs)
    },
    onError,
  })
  queue.subscribe(({ kind }) => {
    // Marks that build on this one have waited for it.
    if (kind === 'acknowledged' || kind === 'set-aside') queue.lookAgain()
  })
  connection.subscribe((state) => {
    if (state === 'online') queue.flush()
  })
  return {
    queue,
    connection,
    close() {
      isClosed = true
      clearTimeout(stumbled)
      connection.stop()
    },
  }
}
