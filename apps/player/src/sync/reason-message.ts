import { newerOnServer, takenOverUnkept } from './reconcile.ts'

/** What the server says no with, as far as there are words for it. */
const refusals: ReadonlySet<string> = new Set([
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
])

/** The message that says a reason in words; undefined where it is words already. */
export const reasonMessage = (reason: string): string | undefined => {
  if (reason === newerOnServer) return 'aside.reason.newer'
  if (reason === takenOverUnkept) return 'aside.reason.takenOver'
  return refusals.has(reason) ? `aside.reason.${reason}` : undefined
}
