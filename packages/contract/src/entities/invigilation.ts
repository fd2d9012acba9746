import * as z from 'zod/mini'
import { completedBecause, formRunState } from './dash.ts'
import { guid, requestId, text } from './fields.ts'

// Apart from what a learner's page reads: a bundle takes all schemas of a file or none.

/**
 * What staff who are connected to {@link staffNamespace} are told at once. Ours. `wrong-password`: somebody tried a wrong password at
 * their schedule, for the `count`th time. `at` is ISO 8601.
 */
export const dashAlert = z.object({
  kind: z.literal('wrong-password'),
  scheduleGuid: guid,
  count: z.number(),
  at: z.string(),
})
export type DashAlert = z.infer<typeof dashAlert>

/** Of the live connections those of invigilators; `dashalert` is the event that carries a {@link dashAlert}. */
export const staffNamespace = '/staff'
export const dashAlertEvent = 'dashalert'

/** What an invigilator's change is for: one form run, or all of an exam that are under way. */
export const dashTarget = { formRunGuid: z.optional(guid), examGuid: z.optional(guid), requestId }

/** Exactly one of the two has to be named: a slip must not pause everybody, or nobody. */
export const namesOneTarget = z.refine<{ formRunGuid?: string | undefined; examGuid?: string | undefined }>(
  ({ formRunGuid, examGuid }) => (formRunGuid === undefined) !== (examGuid === undefined),
  'either formRunGuid or examGuid',
)

/** The form runs that were changed; those that stood so already, or couldn't be, are not among them. */
export const changedFormRuns = z.object({ changed: z.array(guid) })

/** How a learner stands with an exam, as an invigilator sees it. Times in seconds. */
export const dashFormRun = z.object({
  scheduleGuid: guid,
  examGuid: guid,
  examName: z.string(),
  userGuid: guid,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(['not-started', 'running', 'paused', 'time-up', 'completed']),
  formRunGuid: z.optional(guid),
  formRunID: z.optional(z.number()),
  startedAt: z.optional(z.string()),
  completedAt: z.optional(z.string()),
  /** Id of the question that the learner is at. */
  page: z.optional(text(128)),
  /** The most by which the learner's browser has claimed more time than the ledger had. */
  claimedBeyond: z.optional(z.number()),
  /** Answers that came after the end of the time or after the completion, those within the grace included. */
  lateAnswers: z.optional(z.number()),
  /** Questions of which a late answer waits for the staff, because it may have been given in time. */
  waitingAnswers: z.optional(z.number()),
  /** What was said last of each that watches over the exam, or holds its browser: `start`, `end`, `loss`, `refusal` or `waiver`. */
  supervision: z.optional(z.array(z.object({ provider: z.string(), what: z.string() }))),
  /** When the exam's content was given out for the first time, if that was before the start. */
  handedOutAt: z.optional(z.string()),
  /** Wrong passwords that were tried at the schedule, and when the last one was. */
  wrongPasswords: z.optional(z.object({ count: z.number(), lastAt: z.string() })),
  state: z.optional(formRunState),
  /** Seconds of the time that are the learner's alone, by their accommodations; missing if there are none. */
  ownTime: z.optional(z.number()),
})
export type DashFormRun = z.infer<typeof dashFormRun>

/** An event of a form run's ledger, as an invigilator reads it. */
export const dashLedgerEvent = z.object({
  number: z.number(),
  kind: z.string(),
  /** ISO 8601. */
  at: z.string(),
  author: z.string(),
  /** Guid of the administrator who was signed in as the author. */
  admin: z.optional(z.string()),
  partId: z.optional(z.string()),
  /** Seconds that it gave, or for which it lets the time stand; below 0 if it took some back. */
  seconds: z.optional(z.number()),
  because: z.optional(completedBecause),
  /**
   * Who proctors the exam or holds its browser, what happened to that, and how long before the exam began. Of a part that hangs on answers
   * `what` is `asked` or `not-asked`.
   */
  provider: z.optional(z.string()),
  what: z.optional(z.string()),
  secondsBefore: z.optional(z.number()),
  text: z.optional(z.string()),
  /** Of the start: how long before it the exam's content was given out, once for each session, and to which administrator. */
  handedOut: z.optional(z.array(z.object({ secondsBefore: z.number(), admin: z.optional(z.string()) }))),
})
