import * as z from 'zod/mini'
import { guid, text } from './fields.ts'

const count = z.number().check(z.int(), z.nonnegative())
const userID = z.number().check(z.int())

/** The standards that courses follow: SCORM 1.2, SCORM 2004 and cmi5. */
export const courseStandards = ['1.2', '2004', 'cmi5'] as const

/** How far somebody has come in a course. */
export const courseProgressStates = ['not-started', 'started', 'completed', 'failed'] as const
export type CourseProgressState = (typeof courseProgressStates)[number]

/** A course, named as its newest version is. Times are ISO 8601. */
export const courseRow = z.object({
  courseGuid: guid,
  name: z.string(),
  standard: z.enum(courseStandards),
  /** The newest one; the versions before it count from 1. */
  version: count,
  storedAt: z.string(),
  /** How many people have the course, of those whom the caller's role is about. */
  people: count,
  /** How many of them have completed it. */
  completed: count,
})
export type CourseRow = z.infer<typeof courseRow>

/** A course in full. */
export const officeCourseState = z.object({
  courseGuid: guid,
  name: z.string(),
  description: z.optional(z.string()),
  standard: z.enum(courseStandards),
  /** The newest first. `units`: SCOs or assignable units. */
  versions: z.array(z.object({ version: count, name: z.string(), storedAt: z.string(), units: count })),
  /** How many times the course was given that stand in each state, as far as the caller's role reaches. */
  counts: z.object({ 'not-started': count, started: count, completed: count, failed: count }),
  may: z.object({
    /** See by name who has it. */
    seePeople: z.boolean(),
    /** Give it to people, take it away and reset progress: somewhere in the organisation. */
    change: z.boolean(),
  }),
})
export type OfficeCourseState = z.infer<typeof officeCourseState>

/** What somebody has come to in a course, or in one of its units. */
const progress = {
  state: z.enum(courseProgressStates),
  /** Between -1 and 1; of a course the mean of the units that have one. */
  score: z.optional(z.number()),
  /** Milliseconds that its units counted, as far as they count at all. */
  timeMs: z.optional(count),
  startedAt: z.optional(z.string()),
  /** When it was completed or failed. */
  endedAt: z.optional(z.string()),
  /** When the server last received something of it. */
  lastContactAt: z.optional(z.string()),
}

/** A course that one person was given, with what they have come to. Times are ISO 8601. */
export const courseAttemptRow = z.object({
  attemptGuid: guid,
  userID,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  identifier: z.optional(z.string()),
  version: count,
  ...progress,
  givenAt: z.string(),
  /** How many units it has, and how many are completed. */
  units: z.object({ all: count, completed: count }),
  /** How many times their progress was reset. */
  resets: count,
  may: z.object({
    /** Take it away: they never began it. */
    take: z.boolean(),
    reset: z.boolean(),
  }),
})
export type CourseAttemptRow = z.infer<typeof courseAttemptRow>

/** Progress that a reset made void: it stays as it was. */
export const voidProgress = z.object({
  ...progress,
  /** Counts from 1 for each course that somebody was given. */
  number: count,
  resetAt: z.string(),
  /** The name of a person, or `command:…`. */
  resetBy: z.string(),
  reason: z.string(),
})
export type VoidProgress = z.infer<typeof voidProgress>

/** One course that a person was given, in full. */
export const courseAttemptState = z.object({
  attempt: courseAttemptRow,
  /** In the course's order. */
  units: z.array(z.object({ title: z.string(), ...progress })),
  /** What was reset, the latest first. */
  earlier: z.array(voidProgress),
})
export type CourseAttemptState = z.infer<typeof courseAttemptState>

/** Most people of one change of who has a course. */
export const mostPeopleOfCourse = 5000
/** Most groups that one change names. */
export const mostGroupsOfCourse = 50
/** Most units that one change gives: people times the units of the course. */
export const mostUnitsGiven = 50_000

/** What is done with a course for people. */
export const courseActions = ['give', 'take'] as const
export type CourseAction = (typeof courseActions)[number]

/**
 * Why nothing is given to somebody, or taken from them. `beyond`: the caller may see them, and give them nothing. `has-it`, `takes-it`: they have
 * the newest version, and have not begun or are in the middle of it. `takes-older`: they have begun an older version, and stay with it.
 * `finished`: they are through with it. `has-not`: there is nothing to take away. `begun`: what happened is never deleted.
 */
export const courseReasons = [
  ...(['not-found', 'beyond', 'has-it', 'takes-it', 'takes-older', 'finished', 'has-not', 'begun'] as const),
] as const

/** What happens to one person. `updated`: they have not begun, and get the newest version in the place of an older one. */
export const courseChange = z.object({
  userID,
  username: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  becomes: z.enum(['given', 'updated', 'taken', 'unchanged', 'refused']),
  /** Of those who stay as they are, and of those who are refused. */
  reason: z.optional(z.enum(courseReasons)),
})
export type CourseChange = z.infer<typeof courseChange>

/** What giving or taking a course would do, person by person. */
export const courseChangePreview = z.object({
  courseGuid: guid,
  name: z.string(),
  /** The version that is given. */
  version: count,
  people: z.array(courseChange),
  totals: z.object({ changed: count, unchanged: count, refused: count }),
  /** The opposite action takes it back, as long as nobody has begun. An older version that is replaced does not come back. */
  canUndo: z.boolean(),
  /** Names this preview: whoever applies it gives it back. */
  hash: z.string(),
})
export type CourseChangePreview = z.infer<typeof courseChangePreview>

/** Whom a change of a course is about: people by number, and all who are in these groups now. */
export const courseTargets = {
  courseGuid: guid,
  action: z.enum(courseActions),
  userIDs: z.array(userID).check(z.maxLength(mostPeopleOfCourse)),
  groupIDs: z.array(guid).check(z.maxLength(mostGroupsOfCourse)),
  /** Gives it again to people who are through with it; it means nothing for `take`. */
  again: z.boolean(),
}

/** Why progress is reset: not blank. */
export const resetReason = text(1000)
