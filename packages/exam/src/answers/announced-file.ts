import type { LateRules, LateVerdict } from './late-answers.ts'

/** The bytes of a file whose hash the server was told before. Moments of the server's clock, in milliseconds. */
export interface AnnouncedBytes {
  /** What the announcement was judged to be when it came. */
  readonly announced: LateVerdict
  readonly receivedMs: number
  /** The end of the file's part, or of all the time; undefined if neither has one. */
  readonly endMs: number | undefined
  readonly completedMs: number | undefined
  /** A mark was told to somebody. */
  readonly isMarkShown: boolean
}

/**
 * What happens to a file by its announcement, when its bytes have come and make the hash that was announced: nobody can have changed it
 * since. It is what its announcement was, and may arrive within the hours in which late answers may, by what the organisation wants
 * done with those. Once a mark was told, nothing counts any more.
 */
export const judgeAnnounced = (
  { announced, receivedMs, endMs, completedMs, isMarkShown }: AnnouncedBytes,
  { graceMs, offline, offlineMs }: LateRules,
): LateVerdict => {
  if (isMarkShown) return { ...announced, verdict: 'late', reason: 'mark-told' }
  const lateMs = receivedMs - Math.min(endMs ?? Number.POSITIVE_INFINITY, completedMs ?? Number.POSITIVE_INFINITY)
  if (lateMs <= graceMs || announced.verdict === 'late') return announced
  if (lateMs > offlineMs) return { ...announced, verdict: 'late', reason: 'too-old' }
  if (announced.verdict === 'review') return announced
  return { ...announced, verdict: offline === 'refuse' ? 'late' : offline, reason: 'announced-in-time' }
}
