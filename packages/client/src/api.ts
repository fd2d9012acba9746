import type { Call, InputOf } from '@sitwell/contract'
import type { Outcome, OutcomeOf } from './outcome.ts'

export type { Failure, Outcome, OutcomeOf } from './outcome.ts'

export interface CallOptions {
  /** In all, the first included; 3 unless given (spec 1 §7). The queue, which does its own waiting, asks for 1. */
  readonly attempts?: number
  readonly signal?: AbortSignal
  /** Sent in place of the session's access token: the call is made in the name of this token (spec 1 §7, login token check). */
  readonly bearer?: string
  /** Makes each attempt in place of `fetch`, and gives up by itself: for a file, which takes as long as it takes. */
  readonly send?: SendRequest
  /** Changes what is sent, as to a body that is written otherwise. */
  rewrite?(init: RequestInit): RequestInit
}

export type SendRequest = (url: string, init: RequestInit, signal: AbortSignal | undefined) => Promise<Response>

/** Told of a call: where, what was sent, and the answer, if one came. It reads a clone of the answer, which it makes at once. */
export type CallListener = (url: string, init: RequestInit, answer: Response | undefined) => void

/** The one place that calls the server. `createApi` makes it. */
export interface Api {
  call<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<Outcome<C>>
  /** A request below the API endpoint that is no call of the contract; its answer where that is a 2xx. */
  request(path: string, init: RequestInit, options?: CallOptions): Promise<OutcomeOf<Response>>
  /** The whole address of a path below the API endpoint, `resource/exam/…` say. */
  resourceUrl(path: string): string
  /** The bytes of a file below the API endpoint or at a whole address of it, with the bearer token, retried like a call. */
  fetchBlob(path: string, options?: CallOptions): Promise<OutcomeOf<Blob>>
}
