import type { Refusal } from '@sitwell/contract'
import { ERRORS } from '@tus/server'
import { errorBody, type RefusedOutcome, refuse, statusOfRefusal } from '../../http/refusal.ts'

/** A refusal as the tus server takes it. */
class RefusedByTus extends Error {
  readonly refusal: RefusedOutcome<Refusal>
  constructor(refusal: RefusedOutcome<Refusal>) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export const refusedByTus = (refusal: RefusedOutcome<Refusal>): Error => new RefusedByTus(refusal)

/** What the tus server throws by itself is no error of a class. */
const isOfTus = (error: unknown): error is { readonly status_code: number; readonly body: string } =>
  typeof error === 'object' && error !== null && 'status_code' in error && 'body' in error

/**
 * The answer to what was thrown while bytes were taken, in the one shape of errors, under the status that the protocol gives it. What
 * is no refusal continues to where all errors go.
 */
export const answerOfTus = (error: unknown): { status_code: number; body: string } => {
  if (error instanceof RefusedByTus)
    return { status_code: statusOfRefusal(error.refusal), body: JSON.stringify(errorBody(error.refusal)) }
  if (!isOfTus(error)) throw error
  // Another request has gone on with the file: whoever asks how far it is may continue again.
  const isOvertaken = error.status_code === 409 || error.body === ERRORS.ABORTED.body
  const code = isOvertaken ? 'BUSY' : 'INVALID_REQUEST'
  return { status_code: error.status_code, body: JSON.stringify(errorBody(refuse(code, error.body.trim()))) }
}
