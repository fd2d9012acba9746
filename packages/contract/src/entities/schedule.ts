import * as z from 'zod/mini'
import { guid } from './fields.ts'

/** One assessment scheduled for a learner (spec 2 §3). Its second spellings are read by {@link normaliseSchedule} in the player. */
export const schedule = z.object({
  guid,
  scheduleType: z.number(),
  scheduleInfo: z._default(z.string(), ''),
  examName: z.string(),
  examGuid: guid,
  examTypeGuid: guid,
  /** ISO 8601; absent if it may start at any time. */
  startDt: z.optional(z.string()),
  startDtFmt: z.optional(z.string()),
  completeDt: z.optional(z.string()),
  completeDtFmt: z.optional(z.string()),
  commenced: z._default(z.boolean(), false),
  completed: z._default(z.boolean(), false),
  practice: z._default(z.boolean(), false),
  requiresPassword: z._default(z.boolean(), false),
  proctorProvider: z.optional(z.string()),
  proctoringSessionID: z.optional(z.string()),
  /** Ours: it is sat in Safe Exam Browser, and in no other. */
  safeExamBrowser: z.optional(z.boolean()),
  version: z.number(),
  objectID: z.number(),
  qualificationID: z.optional(z.union([z.number(), z.string()])),
  scheduleUserId: z.optional(z.number()),
  cantStartMessage: z.optional(z.string()),
  /** Seconds, for practice exams. */
  practiceExtraTime: z.optional(z.number()),
  /** Ours: completed attempts at this exam whose results the learner may look at; absent before the first one is completed. */
  attempts: z.optional(z.number()),
})
export type Schedule = z.infer<typeof schedule>

/** A learner's attempt at one SCO of a course (spec 2 §3). Status: 0 not started, 1 started, 2 completed, 3 failed. */
export const scoAttempt = z.object({
  id: z.number(),
  attemptId: z.number(),
  name: z.string(),
  href: z.string(),
  status: z.number(),
  dateStarted: z.nullable(z.string()),
  dateEnded: z.nullable(z.string()),
  guid,
  /** Ours: whether the server lets it be opened now; absent from a server that doesn't say. */
  open: z.optional(z.boolean()),
  /**
   * Ours: why it may not be opened: it was failed, it waits for others (`order`), or the course's own sequencing doesn't give it out now
   * (`rule`), or not as often (`attempts`).
   */
  closed: z.optional(z.enum(['failed', 'order', 'rule', 'attempts'])),
  /** Ours: its name in the package, and which others it waits for besides the earlier ones, as SCORM 1.2 writes it. */
  identifier: z.optional(z.string()),
  /** Ours: an assignable unit of cmi5, which is launched and not opened. */
  kind: z.optional(z.literal('au')),
  prerequisites: z.optional(z.string()),
})
export type ScoAttempt = z.infer<typeof scoAttempt>

/** A learner's attempt at a course, in the server's spellings (spec 2 §3). */
export const courseAttempt = z.object({
  Course_ID: z.number(),
  Course_Name: z.string(),
  ID: z.number(),
  GUID: guid,
  Status: z.number(),
  DateStarted: z.nullable(z.string()),
  DateEnded: z.nullable(z.string()),
  LearningObject_TextMessageID: z.nullable(z.number()),
  ScoAttempts: z.array(scoAttempt),
})
export type CourseAttempt = z.infer<typeof courseAttempt>
