import type { Call, InputOf } from '@sitwell/contract'
import type { Outcome, OutcomeOf } from './outcome.ts'

export type { Failure, Outcome, OutcomeOf } from './outcome.ts'

export interface CallOptions {
  /** In all, the first included; 3 unless given (spec 1 §7). The queue, which does its own waiting, asks for 1. */
  readonly attempts?: number
  readonly signal?: AbortSignal
  /** Sent instead of the session's access token: the call is made in the name of this token (spec 1 §7, login token check). */
  readonly bearer?: string
  /** Makes each attempt instead of `fetch`, and has its own timeout. For files, whose duration has no limit. */
  readonly send?: SendRequest
  /** Changes what is sent, as to a body that is written otherwise. */
  rewrite?(init: RequestInit): RequestInit
}

export type SendRequest = (url: string, init: RequestInit, signal: AbortSignal | undefined) => Promise<Response>

/**
 * Notified of a call: its address, the request, and the response, if one arrived. It reads a clone of the response, which it
 * makes immediately.
 */
export type CallListener = (url: string, init: RequestInit, answer: Response | undefined) => void

/** The one place that calls the server. `createApi` makes it. */
export interface Api {
  call<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<Outcome<C>>
  /** A request below the API endpoint that the contract does not list. Returns the response if its status is 2xx. */
  request(path: string, init: RequestInit, options?: CallOptions): Promise<OutcomeOf<Response>>
  /** The whole address of a path below the API endpoint, `resource/exam/…` say. */
  resourceUrl(path: string): string
  /** The bytes of a file below the API endpoint or at a whole address of it, with the bearer token, retried like a call. */
  fetchBlob(path: string, options?: CallOptions): Promise<OutcomeOf<Blob>>
}
