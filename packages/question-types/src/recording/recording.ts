import * as z from 'zod/mini'

/** The types of activities that a recording is played back from (spec 3 §9); others are passed over. */
export const recordedTypes = {
  answerChange: 0,
  answerSaved: 1,
  workings: 2,
  /** The previous or another question. */
  moveQuestion: 3,
  next: 4,
  /** What our own log calls the previous one: read alike (decisions, the running exam). */
  previous: 5,
  startExam: 6,
  finishExam: 7,
  moveSection: 11,
} as const

/** What happened, and when: `id` is an ISO timestamp, unlike that of any other activity of the form run. */
const activity = z.object({ type: z.int(), value: z.unknown(), id: z.iso.datetime({ offset: true }) })
export type RecordedActivity = z.infer<typeof activity>

/** What a learner did in one form run, as the activity log has it (spec 3 §9, "Sample recording"). */
export const recording = z.object({ formRunGuid: z.string(), activities: z.array(activity) })
export type Recording = z.infer<typeof recording>
