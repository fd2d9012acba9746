import { createListeners } from './listeners.ts'
import type {
  Closing,
  Delivery,
  QueuedRequest,
  RequestDraft,
  RequestFields,
  RequestKind,
  RequestKinds,
} from './request-kind.ts'
import type { QueueStore } from './request-store.ts'
import { createServerFaults } from './server-faults.ts'

/** What happens to a queued request, for those who show it. */
export type QueueEvent<R> =
  | { readonly kind: 'sending' | 'acknowledged' | 'failed'; readonly request: R; readonly reply?: unknown }
  | { readonly kind: 'set-aside'; readonly request: R; readonly reason: string }

/** `R` are the app's requests, `C` the changes of its own records that are stored together with them. */
export interface QueueParts<R extends QueuedRequest, C> {
  readonly store: QueueStore<R, C>
  readonly userGuid: string
  readonly kinds: RequestKinds<R, C>
  /** The lane of a request: all requests that belong together, as those of one exam. A kind with `closing` closes its lane. */
  laneOf(request: R): string
  /** The record of a request, in the app's format. */
  compose(draft: RequestDraft<R>, fields: RequestFields): R
  newId(): string
  /** Called when a request could not be delivered, with why; the queue rests until `flush`. */
  onUndelivered(reason: string): void
  /** Called when this page failed at a request itself; the queue rests until `flush`. */
  onStumbled(): void
  onError(error: unknown): void
}

/**
 * The queue of requests of one user (spec 3 §7): kept in the store, sent one at a time, in order. A request leaves it when the
 * server has acknowledged it, or has refused it for good; then it is set aside with the reason. If the server can't be
 * reached, the requests move to the failed queue and wait for `flush`.
 */
export interface RequestQueue<R extends QueuedRequest, C> {
  /** Reads what an earlier page left; answers how many requests that were. */
  load(): Promise<number>
  /** Keeps a request together with `companions`, then sends it when its turn comes. Resolves once it is kept. */
  enqueue(draft: RequestDraft<R>, companions?: (request: R) => readonly C[], supersedes?: (queued: R) => boolean): Promise<R>
  /** Moves what failed back into the queue and sends. */
  flush(): void
  /** What waits in this lane is out of the store, and isn't sent any more: another has taken its place. */
  forget(lane: string): void
  /** Sends what is held back no longer. */
  lookAgain(): void
  /** Whether something on the way has refused a request of this lane, in every form. */
  hasBlocked(lane: string): boolean
  /** What waits, the one on its way included. */
  waiting(): readonly R[]
  inFlight(): R | undefined
  /** What waits for the connection, and what is being kept just now to wait for it. */
  failed(): readonly R[]
  /** All that can be sent and isn't acknowledged: what waits for no connection, and what is being kept just now. */
  unacknowledged(): readonly R[]
  subscribe(listener: (event: QueueEvent<R>) => void): () => void
}

/** The reason with which a request is set aside that something between this device and the server refuses in every form. */
export const blockedReason = 'BLOCKED'

/** The reason if the server failed at a request without its own code. */
const failedReason = 'SERVER_ERROR'

export const createRequestQueue = <R extends QueuedRequest, C = never>(parts: QueueParts<R, C>): RequestQueue<R, C> => {
  const { store, userGuid, laneOf } = parts
  const listeners = createListeners<QueueEvent<R>>(parts.onError)
  let waiting: R[] = []
  let inFlight: R | undefined
  let resting = false
  let running = false
  let lastOrder = 0
  const beingStored = new Set<R>()
  /** Ids of requests that the store has as failed already: a long queue isn't written again at each attempt. */
  const storedAsFailed = new Set<string>()
  /** Ids of requests that an earlier page left. */
  const loaded = new Set<string>()
  /** Ids of requests that the server refused for good: one that closes their lane doesn't wait for them. */
  const refused = new Set<string>()
  /** Numbers that a closing request goes without, by its id. */
  const hopeless = new Map<string, ReadonlySet<number>>()
  const faults = createServerFaults()

  const kindOf = ({ type }: R): RequestKind<R, C> => parts.kinds[type as R['type']]
  const isClosing = (request: R) => kindOf(request).closing !== undefined
  const replace = (requests: readonly R[]) => {
    waiting = [...requests].sort((a, b) => a.order - b.order)
  }
  const without = (request: R) => replace(waiting.filter(({ id }) => id !== request.id))

  const rest = async (reason: string) => {
    resting = true
    replace(waiting.map((request) => ({ ...request, failed: true })))
    const fresh = waiting.filter(({ id }) => !storedAsFailed.has(id))
    for (const { id } of fresh) storedAsFailed.add(id)
    await store.save(fresh.map((request) => ({ request })))
    for (const request of fresh) listeners.tell({ kind: 'failed', request })
    parts.onUndelivered(reason)
  }

  const isInStore = async ({ id }: R) => (await store.requestsOf(userGuid)).some((stored) => stored.id === id)

  const setAside = async (request: R, reason: string, isOfOtherSession = false) => {
    // The session of this page is over, and another tab with a newer one has sent it meanwhile: nothing was refused.
    if (isOfOtherSession && !(await isInStore(request))) return without(request)
    const companions = (await kindOf(request).refused?.(request, reason)) ?? []
    const aside = { from: 'requests', key: request.id, reason, value: request } as const
    await store.save([{ setAside: aside }, { sent: request }, ...companions])
    without(request)
    refused.add(request.id)
    // A session that was taken over has its own dialog; its requests go silently (spec 3 §7).
    if (!isOfOtherSession) listeners.tell({ kind: 'set-aside', request, reason })
  }

  /** The server answers, and something on the way lets these never through: the closing request goes without them. */
  const giveUpBlocked = async (missed: readonly R[]) => {
    for (const { id } of missed) {
      const stuck = faults.isBlockedForGood(id) && waiting.find((each) => each.id === id)
      if (stuck) await setAside(stuck, blockedReason)
      else if (faults.isBlocked(id)) faults.tryAgain(id)
    }
  }

  /** Sends what the server lacked ahead of the closing request, which doesn't wait for what can't be sent. */
  const sendMissing = async (request: R, closing: Closing<R>, missing: readonly number[]) => {
    const { first, request: again } = await closing.resend(request, missing)
    await giveUpBlocked(first)
    const hoped = first.filter(({ id }) => !refused.has(id))
    // The server has failed at one of them just now, and may take it the next time: after the lane is closed it would be late.
    if (hoped.some(({ id }) => faults.isPassedOver(id))) {
      faults.noteHealth()
      return faults.letWait(request.id)
    }
    const sendable = faults.isMissingTooOften(request.id) ? [] : hoped
    // Just ahead of the closing request: the orders between it and the request before it are free, since it was the first in line.
    const ahead = sendable.map((missed, place) => ({
      ...missed,
      order: request.order - sendable.length + place,
      failed: false,
    }))
    // Whoever made it again names all that it stands on: also what was found hopeless before.
    const coming = new Set(ahead.map(closing.numberOf))
    const lost = [...(hopeless.get(request.id) ?? []), ...missing].filter((number) => !coming.has(number))
    const gone = new Set(lost)
    hopeless.set(request.id, gone)
    const closer = closing.without(again, gone)
    await store.save([...ahead, closer].map((each) => ({ request: each })))
    for (const { id } of ahead) storedAsFailed.delete(id)
    const isNew = ({ id }: R) => id === closer.id || ahead.some((each) => each.id === id)
    replace([...waiting.filter((each) => !isNew(each)), ...ahead, closer])
  }

  const settleAcknowledged = async (request: R, reply: unknown) => {
    const companions = (await kindOf(request).acknowledged?.(request, reply)) ?? []
    await store.save([{ sent: request }, ...companions])
    // Another tab, whose session is over, may have set it aside while this one was sending it.
    await store.dropAside(request)
    without(request)
    faults.acknowledged(request.id)
    listeners.tell({ kind: 'acknowledged', request, reply })
  }

  /**
   * Something answers, and fails at this one: those behind it continue. It has to fail often, and others succeed, to be the one that is
   * wrong and not the server.
   */
  const settleFailed = async (
    request: R,
    code: string,
    { isBlocked, reason }: { readonly isBlocked?: boolean | undefined; readonly reason?: string | undefined },
  ) => {
    if (faults.isItsOwnFault(request.id)) return setAside(request, code)
    if (isBlocked) faults.noteBlocked(request.id)
    if (faults.passOver(request.id)) return
    // It looks ill. A closing request that lets others go first says whether it is: else two that it can't take would hold that one forever.
    probe = waiting.find((each) => isClosing(each) && isReady(each))
    if (!probe) await rest(reason || code)
  }

  const settleRefused = async (request: R, refusal: Extract<Delivery, { readonly kind: 'refused' }>) => {
    const { code, missing, isBlocked } = refusal
    const { meaningOf, closing } = kindOf(request)
    const meaning = meaningOf(code)
    if (meaning === 'doubted') return settleFailed(request, code, { isBlocked })
    if (meaning === 'later') return rest(code)
    if (meaning === 'missing' && closing) return sendMissing(request, closing, missing)
    await setAside(request, code, meaning === 'other-session')
  }

  const settle = async (request: R, delivery: Delivery) => {
    if (delivery.kind === 'acknowledged') return settleAcknowledged(request, delivery.reply)
    if (delivery.kind === 'refused') return settleRefused(request, delivery)
    const isSilent = !delivery.isAnswered && !faults.isSilentTooOften(request.id)
    await (isSilent ? rest(delivery.reason ?? 'unreachable') : settleFailed(request, failedReason, delivery))
  }

  const isHeldBack = (request: R) => kindOf(request).isHeldBack?.(request) ?? false
  const isReady = (request: R) => !faults.isPassedOver(request.id) && !isHeldBack(request)
  const isDoubtful = ({ id }: R) => faults.isDoubtful(id)
  /** What failed comes last; only a closing request lets the others of its lane go first, whatever they did. */
  const comesLater = (request: R) =>
    isDoubtful(request) ||
    (isClosing(request) && waiting.some((other) => laneOf(other) === laneOf(request) && isReady(other) && isDoubtful(other)))
  /** Sent next, whatever it lets go first. */
  let probe: R | undefined
  const next = () => {
    const wanted = probe
    probe = undefined
    return wanted ?? waiting.find((each) => isReady(each) && !comesLater(each)) ?? waiting.find(isReady)
  }

  const sendOne = async (request: R) => {
    inFlight = request
    listeners.tell({ kind: 'sending', request })
    const delivery = await kindOf(request).deliver(request, loaded.has(request.id) || storedAsFailed.has(request.id))
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
      if (!resting && !waiting.every(isHeldBack)) await rest(failedReason)
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
      const id = draft.id ?? parts.newId()
      const request = parts.compose(draft, { id, order: lastOrder, userGuid, failed: resting })
      const superseded = waiting.filter((queued) => queued.id !== inFlight?.id && supersedes(queued))
      // Before the write: one that was sent meanwhile, and failed, would be written again behind it.
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
    forget(lane) {
      replace(waiting.filter((request) => laneOf(request) !== lane))
    },
    lookAgain: () => void send(),
    hasBlocked: (lane) => waiting.some((each) => laneOf(each) === lane && faults.isBlocked(each.id)),
    waiting: () => waiting,
    inFlight: () => inFlight,
    failed: () => [...waiting, ...beingStored].filter((request) => request.failed),
    unacknowledged: () => [...waiting, ...beingStored].filter((request) => !request.failed),
    subscribe: listeners.add,
  }
}
