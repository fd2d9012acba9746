import * as z from 'zod/mini'
import { guid } from './fields.ts'

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
  /** An invigilator holds it; the learner can't continue. */
  paused: z.boolean(),
  /**
   * An invigilator has ended the pause: the time stands on until the learner resumes, this many seconds more at most. `number` is that
   * of the offer in the ledger. `extension`: what holds the time is no pause but the grant of this many seconds, which the learner has yet
   * to read. `rest`: it is a rest break of the learner's own.
   */
  resumeOffer: z.optional(
    z.object({ number: z.number(), seconds: z.number(), extension: z.optional(z.number()), rest: z.optional(z.boolean()) }),
  ),
  /** For how many seconds the time may stand still for rest breaks in all, and how many of them are left; missing for a learner without any. Ours. */
  restBreaks: z.optional(z.object({ allowance: z.number(), left: z.number() })),
  /** The monitor that runs in the exam's page doesn't any more. Ours. */
  monitorLost: z.optional(z.boolean()),
  /** Seconds for which its time stood still in all, so that a browser that missed a pause gets them back. */
  pausedTime: z.optional(z.number()),
  /** The part of the paper in which the learner is. */
  partId: z.optional(guid),
  extensionStatus,
  /** Seconds that were granted; 0 if none were. */
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
 * remote pause, and with `resumeWithin` its end, after which the time stands on for this many seconds or until the learner resumes. With
 * `extendable` it says the same of the time that was granted.
 * `resumeWithin`, `addedTime`, in seconds too, and `number` are ours. What comes from elsewhere may say anything, so `extendable` is
 * read by the rules of an extension.
 */
export const dashEvent = z.object({
  number: z.optional(z.number()),
  extendable: z.optional(z.unknown()),
  paused: z.optional(z.boolean()),
  resumeWithin: z.optional(z.number()),
  /** With `resumeWithin`: what begins is a rest break of the learner's own. Ours. */
  restBreak: z.optional(z.boolean()),
  addedTime: z.optional(z.number()),
  /** An extension was asked for, on whatever device, or isn't any more. Ours. */
  awaitingExtension: z.optional(z.boolean()),
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
