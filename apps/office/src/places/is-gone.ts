import type { CallFailed } from '../calls/office-query.ts'

const codes: readonly string[] = ['NOT_FOUND', 'INVALID_REQUEST', 'NOT_ALLOWED']

/** There is no such thing, or none that the caller may see: to try again leads nowhere. */
export const isGone = (error: CallFailed | null): boolean =>
  error?.failure.kind === 'refused' && codes.includes(error.failure.code)
