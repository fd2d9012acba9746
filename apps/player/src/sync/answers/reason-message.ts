import type { MessageId } from '@sitwell/i18n/message-ids'
import { newerOnServer, takenOverUnstored } from './reconcile.ts'

/** What the server says no with, as far as there are words for it. */
const refusals = [
  'FORM_RUN_COMPLETED',
  'PART_CLOSED',
  'READING_TIME',
  'TIME_OVER',
  'EXAM_PAUSED',
  'INVALID_ANSWER',
  'INVALID_FILE',
  'TOO_MANY_FILES',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'NOT_ALLOWED',
  'DOUBLE_LOGIN',
  'BODY_TOO_LARGE',
  'SERVER_ERROR',
  'BLOCKED',
] as const

/** The message that says a reason in words; undefined if it is words already. */
export const reasonMessage = (reason: string): MessageId | undefined => {
  if (reason === newerOnServer) return 'aside.reason.newer'
  if (reason === takenOverUnstored) return 'aside.reason.takenOver'
  const refusal = refusals.find((one) => one === reason)
  return refusal === undefined ? undefined : `aside.reason.${refusal}`
}
