import { type ErrorReply, type Refusal, statusOf } from '@sitwell/contract'

/** The fields of a refusal besides its code. `message` is for logs and developers, not for learners. */
export interface RefusalDetails {
  readonly details?: { path: string; message: string }[]
  readonly missing?: number[]
  /** The current state of the thing that another request changed. */
  readonly current?: unknown
  readonly secondsLeft?: number
  readonly resumeOffer?: NonNullable<ErrorReply['error']['resumeOffer']>
  readonly suspended?: boolean
  readonly reference?: string
  /** Seconds after which it may be tried again: goes into the header `retry-after`. */
  readonly retryAfterSeconds?: number
}

export interface RefusedOutcome<R extends Refusal = Refusal> extends RefusalDetails {
  readonly ok: false
  readonly code: R
  readonly message: string
}

/** An expected no, as a value. */
export const refuse = <const R extends Refusal>(code: R, message: string, more: RefusalDetails = {}): RefusedOutcome<R> => ({
  ok: false,
  code,
  message,
  ...more,
})

/**
 * The most problems that a refusal lists. A request can consist of problems only, and a list of all of them would be many times
 * as long.
 */
const mostDetails = 20

/** The one place that makes the body of an error. */
export const errorBody = ({
  code,
  message,
  details,
  missing,
  current,
  secondsLeft,
  resumeOffer,
  reference,
  suspended,
}: RefusedOutcome): ErrorReply => ({
  error: {
    code,
    message,
    ...(details && { details: details.slice(0, mostDetails) }),
    ...(missing && { missing }),
    ...(current !== undefined && { current }),
    ...(secondsLeft !== undefined && { secondsLeft }),
    ...(resumeOffer && { resumeOffer }),
    ...(reference && { reference }),
  },
  ...(suspended !== undefined && { suspended }),
})

export const statusOfRefusal = (refusal: RefusedOutcome): number => statusOf[refusal.code]
