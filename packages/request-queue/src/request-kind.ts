/** What the queue writes into a record of a request. */
export interface RequestFields {
  /** The request id that goes with the call, the same for every attempt. */
  readonly id: string
  /** Requests of one user leave in this order. */
  readonly order: number
  readonly userGuid: string
  /** It could not be sent, and waits for the connection. */
  readonly failed: boolean
}

/** A request in the queue. An app's own requests extend it by what they carry. */
export interface QueuedRequest extends RequestFields {
  readonly format: number
  readonly type: number | string
}

/** What the app gives of a request. A request that is sent again as it was keeps its own id. */
export type RequestDraft<R extends QueuedRequest> = Omit<R, 'format' | keyof RequestFields> & Partial<Pick<R, 'id'>>

/** How one attempt to deliver a request ended. `isBlocked`: something on the way refused it, in every form. */
export type Delivery =
  | { readonly kind: 'acknowledged'; readonly reply: unknown }
  | { readonly kind: 'refused'; readonly code: string; readonly missing: readonly number[]; readonly isBlocked?: boolean }
  /** `isAnswered`: a reply came, but none of our server's: a proxy's page, half a reply. */
  | {
      readonly kind: 'unreachable'
      readonly reason?: string | undefined
      readonly isAnswered?: boolean
      readonly isBlocked?: boolean
    }

/**
 * What a refusal means for the request:
 * - `later`: the server can't take it now; the queue rests until the next flush.
 * - `doubted`: it may be a mistake of the server's or of something on the way. Requests behind it continue, and it is set aside only after
 *   several attempts between which others succeeded.
 * - `missing`: the server lacks requests that this one, which closes its lane, depends on. They are sent ahead of it.
 * - `other-session`: a newer session has taken over; its page may have sent the request already. It is set aside without an event.
 * - `final`: it would be refused forever, and is set aside.
 */
export type RefusalMeaning = 'later' | 'doubted' | 'missing' | 'other-session' | 'final'

/** What the server lacked: these first, then the closing request as it now stands. */
export interface Resend<R> {
  readonly first: readonly R[]
  readonly request: R
}

/** What the queue needs to know of a kind whose requests close their lane, as the completion of an exam does. */
export interface Closing<R> {
  /** What to send first if the server lacks requests that this one depends on. */
  resend(request: R, missing: readonly number[]): Promise<Resend<R>>
  /** The number by which the server names a request that it lacks. */
  numberOf(request: R): number
  /** The same without these numbers: they can't be sent, and it would wait for them forever. */
  without(request: R, hopeless: ReadonlySet<number>): R
}

/** One kind of request. `C` are the changes of the app's own records that are stored together with those of the queue. */
export interface RequestKind<R extends QueuedRequest, C> {
  /** Makes one attempt. `isFromStore`: it was stored by an earlier page, or could not be sent before. Repeated ids change nothing. */
  deliver(request: R, isFromStore: boolean): Promise<Delivery>
  meaningOf(code: string): RefusalMeaning
  /** True while it must not be sent yet. `lookAgain` has to be called once this changes. */
  isHeldBack?(request: R): boolean
  /** What to change in the store together with the removal of the acknowledged request. */
  acknowledged?(request: R, reply: unknown): Promise<readonly C[]>
  /** The same for a request that was refused for good. */
  refused?(request: R, reason: string): Promise<readonly C[]>
  /** It lets the others of its lane go first. */
  readonly closing?: Closing<R>
}

/** The kinds of request of an app, by the type in their records. */
export type RequestKinds<R extends QueuedRequest, C> = { readonly [T in R['type']]: RequestKind<R, C> }
