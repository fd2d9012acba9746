import type { ExamStore } from '../../storage/exam-store.ts'

/** Milliseconds for which unsent activities are kept in the browser: 90 days (spec 1 §9). */
const activityRetentionMs = 90 * 24 * 60 * 60 * 1000

/** Deletes what was logged in this browser, by anybody, this long ago that nobody will send it any more. */
export const maintainActivityLog = (store: Pick<ExamStore, 'removeActivitiesBefore'>, nowMs: number): Promise<void> =>
  store.removeActivitiesBefore(new Date(nowMs - activityRetentionMs).toISOString())
