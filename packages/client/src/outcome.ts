import type { Call, ErrorReply, Refusal, ReplyOf } from '@sitwell/contract'

/** A refusal of the server. `message` is for logs and details; learners see texts of the catalogue. */
export interface Refused {
  readonly ok: false
  readonly kind: 'refused'
  readonly code: Refusal
  readonly status: number
  readonly message: string
  /** Its body isn't the server's: something in between may have said so. */
  readonly isFromBetween?: true | undefined
  readonly details?: readonly { path: string; message: string }[] | undefined
  /** With MISSING_REQUESTS: the sequences that the server lacks. */
  readonly missing?: readonly number[] | undefined
  /** With CHANGED_MEANWHILE: how it is now, in the form that the call's description names. */
  readonly current?: unknown
  /** With EXAM_PAUSED: the learner may continue. */
  readonly resumeOffer?: ErrorReply['error']['resumeOffer']
  /** With a failed sign-in. */
  readonly suspended?: boolean | undefined
}

/** No answer that could be read came in any attempt: no network, a proxy's error, an answer of another shape. */
export interface Unreachable {
  readonly ok: false
  readonly kind: 'unreachable'
  readonly message: string
  /** The HTTP status, if there was a response that could not be read. */
  readonly status?: number | undefined
  /** The answer came whole, and would come the same again. */
  readonly isWhole?: true | undefined
}

export type Failure = Refused | Unreachable

/** The outcome of a call. Expected outcomes are values; none of them throws. */
export type Outcome<C extends Call> = OutcomeOf<ReplyOf<C>>

export type OutcomeOf<T> = { readonly ok: true; readonly value: T } | Failure
