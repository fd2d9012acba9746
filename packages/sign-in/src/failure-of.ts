import type { Failure } from '@sitwell/client/outcome'
import type { MessageId } from '@sitwell/i18n/message-ids'
import type { FormOutcome } from './form.machine.ts'

/** What a form makes of a call that failed: not reached is the network error; a refusal is told under the form. */
export const failureOf = (
  failure: Failure,
  reason: MessageId,
  clear: readonly string[] = [],
): Exclude<FormOutcome, { kind: 'submitted' }> => {
  if (failure.kind === 'unreachable' || failure.status >= 500) return { kind: 'error', details: failure.message }
  return { kind: 'failed', reason: failure.code === 'TOO_MANY_REQUESTS' ? 'signIn.tooManyAttempts' : reason, clear }
}
