import type { ExamStore, RecordChange } from '../storage/exam-store.ts'
import type { RequestRecord } from '../storage/records.ts'
import { canBeTriedAgain, type Delivery } from './delivery.ts'
import { createListeners } from './listeners.ts'
import { createServerFaults } from './server-faults.ts'
import { withoutHopeless } from './without-hopeless.ts'

/** What happens to a queued request, for those who show it. */
export type QueueEvent =
  | { readonly kind: 'sending' | 'acknowledged' | 'failed'; readonly request: RequestRecord; readonly reply?: unknown }
  | { readonly kind: 'set-aside'; readonly request: RequestRecord; readonly reason: string }

/** What a request is made of before the queue gives it an id and a place. */
export type RequestDraft = Pick<RequestRecord, 'type' | 'payload' | 'callbackId' | 'formRunGuid'>

/** What the server lacked when it was asked to complete: these first, then the completion as it now stands. */
export interface Resend {
  readonly first: readonly RequestRecord[]
  readonly request: RequestRecord
}

export interface QueueParts {
  readonly store: ExamStore
  readonly userGuid: string
  deliver(request: RequestRecord): Promise<Delivery>
  newId(): string
  /** What to change in the store together with the removal of an acknowledged request. */
  acknowledged(request: RequestRecord): Promise<readonly RecordChange[]>
  /** What to send first where the server lacks requests that a completion stands on. */
  resend(request: RequestRecord, missing: readonly number[]): Promise<Resend>
  /** Called when a request could not be delivered, with why; the queue rests until `flush`. */
  onUndelivered(reason: string): void
  onError(error: unknown): void
}

/**
 * The queue of requests of one learner (spec 3 §7): kept in the store, sent one at a time, in order. A request leaves it when the
 * server has acknowledged it, or has refused it for good; then it is set aside with the reason. Where the server can't be
 * reached, the requests move to the failed queue and wait for `flush`.
 */
export interface RequestQueue {
  /** Reads what an earlier page left; answers how many requests that were. */
  load(): Promise<number>
  /** Keeps a request together with `companions`, then sends it when its turn comes. Resolves once it is kept. */
  add(
    draft: RequestDraft,
    companions?: (request: RequestRecord) => readonly RecordChange[],
    supersedes?: (queued: RequestRecord) => boolean,
  ): Promise<RequestRecord>
  /** Moves what failed back into the queue and sends. */
  flush(): void
  /** What waits, the one on its way included. */
  waiting(): readonly RequestRecord[]
  inFlight(): RequestRecord | undefined
  failed(): readonly RequestRecord[]
  subscribe(listener: (event: QueueEvent) => void): () => void
}

export const createRequestQueue = (parts: QueueParts): RequestQueue => {
  const { store, userGuid } = parts
  const listeners = createListeners<QueueEvent>(parts.onError)
  let waiting: RequestRecord[] = []
  let inFlight: RequestRecord | undefined
  let resting = false
  let running = false
  let lastOrder = 0
  /** Ids of requests that the store has as failed already: a long queue isn't written anew at each attempt. */
  const keptAsFailed = new Set<string>()
  /** Ids of requests that the server refused for good: a completion doesn't wait for them. */
  const refused = new Set<string>()
  const faults = createServerFaults()

  const replace = (requests: readonly RequestRecord[]) => {
    waiting = [...requests].sort((a, b) => a.order - b.order)
  }
  const without = (request: RequestRecord) => replace(waiting.filter(({ id }) => id !== request.id))

  const rest = async (reason: string) => {
    resting = true
    replace(waiting.map((request) => ({ ...request, failed: true })))
    const fresh = waiting.filter(({ id }) => !keptAsFailed.has(id))
    for (const { id } of fresh) keptAsFailed.add(id)
    await store.save(fresh.map((request) => ({ request })))
    for (const request of fresh) listeners.tell({ kind: 'failed', request })
    parts.onUndelivered(reason)
  }

  const setAside = async (request: RequestRecord, reason: string) => {
    await store.save([{ setAside: { from: 'requests', key: request.id, reason, value: request } }, { sent: request }])
    without(request)
    refused.add(request.id)
    // A double login has a dialog of its own; its requests go silently (spec 3 §7).
    if (reason !== 'DOUBLE_LOGIN') listeners.tell({ kind: 'set-aside', request, reason })
  }

  /** Sends what the server lacked ahead of the completion. What can't be sent, a completion doesn't wait for. */
  const sendMissing = async (request: RequestRecord, missing: readonly number[]) => {
    const { first, request: again } = await parts.resend(request, missing)
    const isHopeless = faults.isMissingTooOften(request.id)
    const sendable = isHopeless ? [] : first.filter(({ id }) => !refused.has(id))
    // Just ahead of the completion: the orders between it and the request before it are free, since it was the first in line.
    const ahead = sendable.map((missed, place) => ({
      ...missed,
      order: request.order - sendable.length + place,
      failed: false,
    }))
    const completion = withoutHopeless(again, missing, ahead)
    await store.save([...ahead, completion].map((each) => ({ request: each })))
    for (const { id } of ahead) keptAsFailed.delete(id)
    const isNew = ({ id }: RequestRecord) => id === completion.id || ahead.some((each) => each.id === id)
    replace([...waiting.filter((each) => !isNew(each)), ...ahead, completion])
  }

  const settle = async (request: RequestRecord, delivery: Delivery) => {
    if (delivery.kind === 'acknowledged') {
      await store.save([{ sent: request }, ...(await parts.acknowledged(request))])
      without(request)
      faults.acknowledged(request.id)
      listeners.tell({ kind: 'acknowledged', request, reply: delivery.reply })
      return
    }
    if (delivery.kind === 'unreachable') return rest(delivery.reason ?? 'unreachable')
    // The server answers, and fails at this one: those behind it go on. It has to fail often, and others succeed, to be the one
    // that is wrong and not the server.
    if (delivery.code === 'SERVER_ERROR' && faults.isItsOwnFault(request.id)) return setAside(request, delivery.code)
    if (delivery.code === 'SERVER_ERROR' && faults.passOver(request.id)) return
    if (canBeTriedAgain(delivery.code)) return rest(delivery.code)
    if (delivery.code !== 'MISSING_REQUESTS') return setAside(request, delivery.code)
    await sendMissing(request, delivery.missing)
  }

  const next = () => waiting.find(({ id }) => !faults.isPassedOver(id))

  const send = async () => {
    if (running || resting) return
    running = true
    try {
      for (let request = next(); request !== undefined && !resting; request = next()) {
        inFlight = request
        listeners.tell({ kind: 'sending', request })
        const delivery = await parts.deliver(request)
        inFlight = undefined
        await settle(request, delivery)
      }
      // All that is left are requests that the server fails at: they are tried again with the next flush.
      if (!resting && waiting.length > 0) await rest('SERVER_ERROR')
    } catch (error) {
      // A bug, or a store that fails: nothing is taken out, and the next flush tries again.
      parts.onError(error)
      resting = true
      parts.onUndelivered('error')
    } finally {
      inFlight = undefined
      running = false
    }
    // Flushed, or added to, while the last one was being dealt with.
    if (!resting && next() !== undefined) void send()
  }

  return {
    async load() {
      for (const id of await store.refusedOf(userGuid)) refused.add(id)
      const kept = await store.requestsOf(userGuid)
      for (const { id, failed } of kept) if (failed) keptAsFailed.add(id)
      const known = new Set(waiting.map(({ id }) => id))
      replace([...waiting, ...kept.filter(({ id }) => !known.has(id))])
      lastOrder = Math.max(lastOrder, ...waiting.map(({ order }) => order))
      return kept.length
    },
    async add(draft, companions = () => [], supersedes = () => false) {
      // Room of a thousand before each, for requests that have to go ahead of it.
      lastOrder += 1000
      const request: RequestRecord = { format: 1, id: parts.newId(), order: lastOrder, userGuid, failed: resting, ...draft }
      const superseded = waiting.filter((queued) => queued.id !== inFlight?.id && supersedes(queued))
      await store.save([...superseded.map((sent) => ({ sent })), { request }, ...companions(request)])
      const gone = new Set(superseded.map(({ id }) => id))
      replace([...waiting.filter(({ id }) => id === inFlight?.id || !gone.has(id)), { ...request, failed: resting }])
      void send()
      return request
    },
    flush() {
      resting = false
      faults.startAnew()
      replace(waiting.map((request) => ({ ...request, failed: false })))
      void send()
    },
    waiting: () => waiting,
    inFlight: () => inFlight,
    failed: () => waiting.filter((request) => request.failed),
    subscribe: listeners.add,
  }
}
