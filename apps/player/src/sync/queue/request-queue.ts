import type { ExamStore, RecordChange } from '../../storage/exam-store.ts'
import { type RequestRecord, requestTypes } from '../../storage/records.ts'
import { createListeners } from '../listeners.ts'
import { canBeTriedAgain, type Delivery, isDoubted } from './delivery.ts'
import { createServerFaults } from './server-faults.ts'
import { withoutHopeless } from './without-hopeless.ts'

/** What happens to a queued request, for those who show it. */
export type QueueEvent =
  | { readonly kind: 'sending' | 'acknowledged' | 'failed'; readonly request: RequestRecord; readonly reply?: unknown }
  | { readonly kind: 'set-aside'; readonly request: RequestRecord; readonly reason: string }

/** What a request is made of before the queue gives it a place, and an id: unless it goes once more as it was, and is known by its own. */
export type RequestDraft = Pick<RequestRecord, 'type' | 'payload' | 'callbackId' | 'formRunGuid'> &
  Partial<Pick<RequestRecord, 'id'>>

/** What the server lacked when it was asked to complete: these first, then the completion as it now stands. */
export interface Resend {
  readonly first: readonly RequestRecord[]
  readonly request: RequestRecord
}

export interface QueueParts {
  readonly store: ExamStore
  readonly userGuid: string
  /** `isFromStore`: it was kept by an earlier page, or could not be sent before. */
  deliver(request: RequestRecord, isFromStore: boolean): Promise<Delivery>
  /** Not to be sent yet: a completion waits for the files of its form run. */
  isHeldBack?(request: RequestRecord): boolean
  newId(): string
  /** What to change in the store together with the removal of an acknowledged request. */
  acknowledged(request: RequestRecord, reply: unknown): Promise<readonly RecordChange[]>
  /** The same together with a request that the server refused for good. */
  refused?(request: RequestRecord, reason: string): Promise<readonly RecordChange[]>
  /** What to send first where the server lacks requests that a completion stands on. */
  resend(request: RequestRecord, missing: readonly number[]): Promise<Resend>
  /** Called when a request could not be delivered, with why; the queue rests until `flush`. */
  onUndelivered(reason: string): void
  /** Called when this page failed at a request itself; the queue rests until `flush`. */
  onStumbled(): void
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
  enqueue(
    draft: RequestDraft,
    companions?: (request: RequestRecord) => readonly RecordChange[],
    supersedes?: (queued: RequestRecord) => boolean,
  ): Promise<RequestRecord>
  /** Moves what failed back into the queue and sends. */
  flush(): void
  /** What waits for this form run is out of the store, and isn't sent any more: another has taken its place. */
  forget(formRunGuid: string): void
  /** Sends what is held back no longer. */
  lookAgain(): void
  /** Whether something on the way has refused a save of this form run, in every form. */
  hasBlocked(formRunGuid: string): boolean
  /** What waits, the one on its way included. */
  waiting(): readonly RequestRecord[]
  inFlight(): RequestRecord | undefined
  /** What waits for the connection, and what is being kept just now to wait for it. */
  failed(): readonly RequestRecord[]
  /** All that can be sent and isn't acknowledged: what waits for no connection, and what is being kept just now. */
  unacknowledged(): readonly RequestRecord[]
  subscribe(listener: (event: QueueEvent) => void): () => void
}

/** The reason with which a save is set aside that something between this device and the server refuses in every form. */
export const blockedReason = 'BLOCKED'

const isFinish = ({ type }: RequestRecord) => type === requestTypes.finishExam

export const createRequestQueue = (parts: QueueParts): RequestQueue => {
  const { store, userGuid } = parts
  const listeners = createListeners<QueueEvent>(parts.onError)
  let waiting: RequestRecord[] = []
  let inFlight: RequestRecord | undefined
  let resting = false
  let running = false
  let lastOrder = 0
  const beingStored = new Set<RequestRecord>()
  /** Ids of requests that the store has as failed already: a long queue isn't written anew at each attempt. */
  const storedAsFailed = new Set<string>()
  /** Ids of requests that an earlier page left. */
  const loaded = new Set<string>()
  /** Ids of requests that the server refused for good: a completion doesn't wait for them. */
  const refused = new Set<string>()
  /** Sequences that a completion goes without, by its id. */
  const hopeless = new Map<string, ReadonlySet<number>>()
  const faults = createServerFaults()

  const replace = (requests: readonly RequestRecord[]) => {
    waiting = [...requests].sort((a, b) => a.order - b.order)
  }
  const without = (request: RequestRecord) => replace(waiting.filter(({ id }) => id !== request.id))

  const rest = async (reason: string) => {
    resting = true
    replace(waiting.map((request) => ({ ...request, failed: true })))
    const fresh = waiting.filter(({ id }) => !storedAsFailed.has(id))
    for (const { id } of fresh) storedAsFailed.add(id)
    await store.save(fresh.map((request) => ({ request })))
    for (const request of fresh) listeners.tell({ kind: 'failed', request })
    parts.onUndelivered(reason)
  }

  const isInStore = async ({ id }: RequestRecord) => (await store.requestsOf(userGuid)).some((stored) => stored.id === id)

  const setAside = async (request: RequestRecord, reason: string) => {
    // The session of this page is over, and another tab with a newer one has sent it meanwhile: nothing was refused.
    if (reason === 'DOUBLE_LOGIN' && !(await isInStore(request))) return without(request)
    const companions = (await parts.refused?.(request, reason)) ?? []
    const aside = { from: 'requests', key: request.id, reason, value: request } as const
    await store.save([{ setAside: aside }, { sent: request }, ...companions])
    without(request)
    refused.add(request.id)
    // A double login has a dialog of its own; its requests go silently (spec 3 §7).
    if (reason !== 'DOUBLE_LOGIN') listeners.tell({ kind: 'set-aside', request, reason })
  }

  /** The server answers, and something on the way lets these never through: the completion goes without them. */
  const giveUpBlocked = async (missed: readonly RequestRecord[]) => {
    for (const { id } of missed) {
      const stuck = faults.isBlockedForGood(id) && waiting.find((each) => each.id === id)
      if (stuck) await setAside(stuck, blockedReason)
      else if (faults.isBlocked(id)) faults.tryAgain(id)
    }
  }

  /** Sends what the server lacked ahead of the completion. What can't be sent, a completion doesn't wait for. */
  const sendMissing = async (request: RequestRecord, missing: readonly number[]) => {
    const { first, request: again } = await parts.resend(request, missing)
    await giveUpBlocked(first)
    const hoped = first.filter(({ id }) => !refused.has(id))
    // The server has failed at one of them just now, and may take it the next time: what isn't completed with it would be late.
    if (hoped.some(({ id }) => faults.isPassedOver(id))) {
      faults.noteHealth()
      return faults.letWait(request.id)
    }
    const sendable = faults.isMissingTooOften(request.id) ? [] : hoped
    // Just ahead of the completion: the orders between it and the request before it are free, since it was the first in line.
    const ahead = sendable.map((missed, place) => ({
      ...missed,
      order: request.order - sendable.length + place,
      failed: false,
    }))
    // Whoever made it anew names all that it stands on: also what was found hopeless before.
    const coming = new Set(ahead.map(({ payload }) => payload.sequence))
    const lost = [...(hopeless.get(request.id) ?? []), ...missing]
    hopeless.set(request.id, new Set(lost.filter((sequence) => !coming.has(sequence))))
    const completion = withoutHopeless(again, lost, ahead)
    await store.save([...ahead, completion].map((each) => ({ request: each })))
    for (const { id } of ahead) storedAsFailed.delete(id)
    const isNew = ({ id }: RequestRecord) => id === completion.id || ahead.some((each) => each.id === id)
    replace([...waiting.filter((each) => !isNew(each)), ...ahead, completion])
  }

  const settleAcknowledged = async (request: RequestRecord, reply: unknown) => {
    await store.save([{ sent: request }, ...(await parts.acknowledged(request, reply))])
    // Another tab, whose session is over, may have set it aside while this one was sending it.
    await store.dropAside(request)
    without(request)
    faults.acknowledged(request.id)
    listeners.tell({ kind: 'acknowledged', request, reply })
  }

  /**
   * Something answers, and fails at this one: those behind it go on. It has to fail often, and others succeed, to be the one that is
   * wrong and not the server.
   */
  const settleFailed = async (
    request: RequestRecord,
    code: string,
    { isBlocked, reason }: { readonly isBlocked?: boolean | undefined; readonly reason?: string | undefined },
  ) => {
    if (faults.isItsOwnFault(request.id)) return setAside(request, code)
    if (isBlocked) faults.noteBlocked(request.id)
    if (faults.passOver(request.id)) return
    // It looks ill. A completion that lets others go first says whether it is: else two that it can't take would hold that one for ever.
    probe = waiting.find((each) => isFinish(each) && isReady(each))
    if (!probe) await rest(reason || code)
  }

  const settle = async (request: RequestRecord, delivery: Delivery) => {
    if (delivery.kind === 'acknowledged') return settleAcknowledged(request, delivery.reply)
    if (delivery.kind === 'unreachable') {
      const isSilent = !delivery.isAnswered && !faults.isSilentTooOften(request.id)
      return isSilent ? rest(delivery.reason ?? 'unreachable') : settleFailed(request, 'SERVER_ERROR', delivery)
    }
    if (isDoubted(delivery.code)) return settleFailed(request, delivery.code, { isBlocked: delivery.isBlocked })
    if (canBeTriedAgain(delivery.code)) return rest(delivery.code)
    if (delivery.code !== 'MISSING_REQUESTS') return setAside(request, delivery.code)
    await sendMissing(request, delivery.missing)
  }

  const isHeldBack = (request: RequestRecord) => parts.isHeldBack?.(request) ?? false
  const isReady = (request: RequestRecord) => !faults.isPassedOver(request.id) && !isHeldBack(request)
  const isDoubtful = ({ id }: RequestRecord) => faults.isDoubtful(id)
  /** What failed comes last; only a completion lets the saves of its form run go first, whatever they did. */
  const comesLater = (request: RequestRecord) =>
    isDoubtful(request) ||
    (isFinish(request) &&
      waiting.some((other) => other.formRunGuid === request.formRunGuid && isReady(other) && isDoubtful(other)))
  /** Sent next, whatever it lets go first. */
  let probe: RequestRecord | undefined
  const next = () => {
    const wanted = probe
    probe = undefined
    return wanted ?? waiting.find((each) => isReady(each) && !comesLater(each)) ?? waiting.find(isReady)
  }

  const sendOne = async (request: RequestRecord) => {
    inFlight = request
    listeners.tell({ kind: 'sending', request })
    const delivery = await parts.deliver(request, loaded.has(request.id) || storedAsFailed.has(request.id))
    inFlight = undefined
    // Again, for it was shown as on its way; of those that fail for the first time `rest` tells.
    if (delivery.kind !== 'acknowledged' && storedAsFailed.has(request.id)) listeners.tell({ kind: 'failed', request })
    await settle(request, delivery)
  }

  const send = async () => {
    if (running || resting) return
    running = true
    try {
      for (let request = next(); request !== undefined && !resting; request = next()) await sendOne(request)
      // All that is left are requests that the server fails at: they are tried again with the next flush.
      if (!resting && !waiting.every(isHeldBack)) await rest('SERVER_ERROR')
    } catch (error) {
      // A bug, or a store that fails: nothing is taken out, and it is tried again. The connection has nothing to do with it.
      parts.onError(error)
      resting = true
      parts.onStumbled()
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
      const stored = await store.requestsOf(userGuid)
      for (const { id } of stored) loaded.add(id)
      for (const { id, failed } of stored) if (failed) storedAsFailed.add(id)
      const known = new Set(waiting.map(({ id }) => id))
      replace([...waiting, ...stored.filter(({ id }) => !known.has(id))])
      lastOrder = Math.max(lastOrder, ...waiting.map(({ order }) => order))
      return stored.length
    },
    async enqueue(draft, companions = () => [], supersedes = () => false) {
      // Room of a thousand before each, for requests that have to go ahead of it.
      lastOrder += 1000
      const request: RequestRecord = { format: 1, id: parts.newId(), order: lastOrder, userGuid, failed: resting, ...draft }
      const superseded = waiting.filter((queued) => queued.id !== inFlight?.id && supersedes(queued))
      // Before the write: one that was sent meanwhile, and failed, would be written once more behind it.
      const gone = new Set(superseded.map(({ id }) => id))
      replace(waiting.filter(({ id }) => !gone.has(id)))
      beingStored.add(request)
      try {
        await store.save([...superseded.map((sent) => ({ sent })), { request }, ...companions(request)])
      } catch (error) {
        replace([...waiting, ...superseded])
        throw error
      } finally {
        beingStored.delete(request)
      }
      replace([...waiting, { ...request, failed: resting }])
      void send()
      return request
    },
    flush() {
      resting = false
      faults.startAnew()
      replace(waiting.map((request) => ({ ...request, failed: false })))
      void send()
    },
    forget(formRunGuid) {
      replace(waiting.filter((request) => request.formRunGuid !== formRunGuid))
    },
    lookAgain: () => void send(),
    hasBlocked: (formRunGuid) => waiting.some((each) => each.formRunGuid === formRunGuid && faults.isBlocked(each.id)),
    waiting: () => waiting,
    inFlight: () => inFlight,
    failed: () => [...waiting, ...beingStored].filter((request) => request.failed),
    unacknowledged: () => [...waiting, ...beingStored].filter((request) => !request.failed),
    subscribe: listeners.add,
  }
}
