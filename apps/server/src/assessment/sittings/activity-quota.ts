import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import type { AssessmentContext } from '../assessment-context.ts'

const mebibyte = 1024 * 1024
const dayMs = 24 * 60 * 60_000

/**
 * Bytes of one form run's activity log, and milliseconds in which one more byte may come: four hours of a long essay, which the log
 * writes down each time that it changes, and four times as much again each day.
 */
const ofFormRun = { capacity: 16 * mebibyte, leakMs: dayMs / (64 * mebibyte) }

/** So much of a form run is let in before the database is asked: nearly all logs stay far below. */
const unaskedBytes = 256 * 1024
const mostRemembered = 50_000

/** Bytes beside its value that one activity takes. */
const around = 100

interface StoredActivity {
  readonly activity_id: string
  readonly value: string
}

/**
 * Says which activities of a form run still have room. The others are let go of, and their sender isn't told: a player would keep them,
 * and send them again before its completion, and no log is worth that.
 */
export const createActivityQuota = (context: Pick<AssessmentContext, 'database' | 'clock' | 'keys' | 'log'>) => {
  const uncounted = new Map<string, number>()
  return async (
    place: { readonly orgId: number; readonly formRunGuid: string },
    rows: readonly StoredActivity[],
  ): Promise<boolean> => {
    const key = `${place.orgId}/${place.formRunGuid}`
    const bytes = rows.reduce((sum, { value, activity_id }) => sum + value.length + activity_id.length + around, 0)
    const sum = (uncounted.get(key) ?? 0) + bytes
    if (uncounted.size > mostRemembered) uncounted.clear()
    if (sum < unaskedBytes) {
      uncounted.set(key, sum)
      return true
    }
    uncounted.delete(key)
    const isFull = await countAttempt(context, bucketOf(context, place.orgId, 'activity', [place.formRunGuid], ofFormRun), sum)
    if (isFull)
      context.log.warn(
        { event: 'activity-log-full', formRunGuid: place.formRunGuid, bytes },
        'an activity log is full; the server discarded the new entries',
      )
    return !isFull
  }
}
