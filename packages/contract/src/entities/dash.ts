import * as z from 'zod/mini'
import { guid, requestId, text } from './fields.ts'

/** Where a request for an extension stands: 0 none, 1 requested, 2 granted, 3 declined, 4 withdrawn (decisions). */
export const extensionStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** How a part of the paper stands, times in seconds; as the section of the exam's content has them. */
export const partState = z.object({
  id: guid,
  sectionTime: z.number(),
  sectionTimeRemaining: z.number(),
  readingTimeRemaining: z.number(),
  complete: z.boolean(),
  /** By the learner's answers it isn't asked. Ours. */
  notAsked: z.optional(z.boolean()),
})

/** Why a form run was completed: the learner chose to, their browser saw the time end, or the server did, with nobody there. */
export const completedBecause = z.enum(['chosen', 'time-over', 'server'])
export type CompletedBecause = z.infer<typeof completedBecause>

/** How a form run stands by the server's ledger. Times in seconds; `examTime` 0 means that the exam has none of its own. */
export const formRunState = z.object({
  formRunGuid: guid,
  /** Of the last event in the ledger: what comes with this number or a lower one is in here already. */
  number: z.number(),
  completed: z.boolean(),
  /** Why, where it is. */
  completedBecause: z.optional(completedBecause),
  /** An invigilator holds it; the learner can't go on. */
  paused: z.boolean(),
  /**
   * An invigilator has ended the pause: the time stands on until the learner resumes, so many seconds more at most. `number` is that
   * of the offer in the ledger.
   */
  resumeOffer: z.optional(z.object({ number: z.number(), seconds: z.number() })),
  /** The monitor that runs in the exam's page doesn't any more. Ours. */
  monitorLost: z.optional(z.boolean()),
  /** Seconds for which its time stood still in all, so that a browser that missed a pause gets them back. */
  pausedTime: z.optional(z.number()),
  /** The part of the paper in which the learner is. */
  partId: z.optional(guid),
  extensionStatus,
  /** Seconds that were granted; 0 where none were. */
  extendable: z.number(),
  isExtendable: z.boolean(),
  awaitingExtension: z.boolean(),
  examTime: z.number(),
  examTimeRemaining: z.number(),
  elapsedTime: z.number(),
  sections: z.array(partState),
  /** The server's, ISO 8601. */
  time: z.string(),
})
export type FormRunState = z.infer<typeof formRunState>

/**
 * The live event `dashevent` of a form run (spec 3 §7): over 0 seconds `extendable` means extended, 0 declined; `paused` is the
 * remote pause, and with `resumeWithin` its end, after which the time stands on for so many seconds or until the learner resumes.
 * `resumeWithin`, `addedTime`, in seconds too, and `number` are ours. What comes from elsewhere may say anything, so `extendable` is
 * read by the rules of an extension.
 */
export const dashEvent = z.object({
  number: z.optional(z.number()),
  extendable: z.optional(z.unknown()),
  paused: z.optional(z.boolean()),
  resumeWithin: z.optional(z.number()),
  addedTime: z.optional(z.number()),
  /** It was completed, or is open again after that. Ours. */
  completed: z.optional(z.boolean()),
  completedBecause: z.optional(completedBecause),
  /** The monitor that runs in the exam's page doesn't any more. Ours. */
  monitorLost: z.optional(z.boolean()),
})
export type DashEvent = z.infer<typeof dashEvent>

/** Path of the live connection below the hub's address, and what it says: {@link formRunState} on connecting, then events. */
export const dashEventsPath = 'dashboard/api/dashevents'
export const liveEvents = { event: 'dashevent', state: 'dashstate' } as const

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
  /** Seconds that it gave, or for which it lets the time stand. */
  seconds: z.optional(z.number()),
  because: z.optional(completedBecause),
  /**
   * Who proctors the exam or holds its browser, what became of that, and how long before the exam began. Of a part that hangs on answers
   * `what` is `asked` or `not-asked`.
   */
  provider: z.optional(z.string()),
  what: z.optional(z.string()),
  secondsBefore: z.optional(z.number()),
  text: z.optional(z.string()),
  /** Of the start: how long before it the exam's content was given out, once for each session, and to which administrator. */
  handedOut: z.optional(z.array(z.object({ secondsBefore: z.number(), admin: z.optional(z.string()) }))),
})
