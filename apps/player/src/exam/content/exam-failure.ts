import type { Failure } from '@sitwell/client/outcome'

/** Something that stops the way into an exam or out of it; its message is for people who help. */
export class ExamFailure extends Error {
  /** The server didn't say no: it wasn't there, or is in no state to say anything. */
  readonly isUnreachable: boolean

  constructor(message: string, { isUnreachable = false }: { readonly isUnreachable?: boolean } = {}) {
    super(message)
    this.isUnreachable = isUnreachable
  }
}

/** A call that failed on the way into an exam or out of it. */
export const failedCall = (what: string, failure: Failure): ExamFailure =>
  new ExamFailure(`${what}: ${failure.kind}, ${failure.message}`, {
    isUnreachable: failure.kind === 'unreachable' || failure.status >= 500,
  })
