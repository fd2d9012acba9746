import * as z from 'zod/mini'
import { shallow, text } from './fields.ts'

/** Characters of one value that a course sets: the standard asks for 64,000 at most, of `cmi.suspend_data`. */
export const longestCourseValue = 65_536
/** Characters of all that a SCO has set, names included. */
export const largestCourseState = 1_048_576

/** What a SCO has set, one element of the standard's data model: `cmi.core.lesson_status` is `completed`. */
export const courseElement = z.object({ element: text(255), value: text(longestCourseValue) })
export type CourseElement = z.infer<typeof courseElement>

/** Where a course's sequencing stands, as the run time of SCORM 2004 writes it down. The server keeps it, and doesn't read it. */
export const sequencingState = text(262_144)

/** Shows that a SCO was opened; only the server reads it. */
export const scoOpening = text(4000)

/** A page's language, as its `lang` says. */
export const pageLanguage = z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8}){0,3}$/))

/**
 * How a SCO is opened. `address` is its first page, on the origin of the courses; every file of the package is below `base`, under
 * a token that holds for a while.
 */
export const courseLaunch = z.object({
  address: z.string(),
  base: z.string(),
  /** An asset is shown, and has no run time: opening it is completing it. */
  kind: z.enum(['sco', 'asset']),
  version: z.enum(['1.2', '2004']),
  entry: z.enum(['ab-initio', 'resume', '']),
  mode: z.enum(['normal', 'review']),
  title: z.string(),
  /** Its name in the package: the id of its activity in `sequencing`. */
  identifier: z.string(),
  launchData: z.optional(z.string()),
  /** SCORM 1.2, 0 to 100. */
  masteryScore: z.optional(z.number()),
  /** SCORM 2004, -1 to 1 and 0 to 1. */
  scaledPassingScore: z.optional(z.number()),
  completionThreshold: z.optional(z.number()),
  maxTimeAllowedMs: z.optional(z.number()),
  timeLimitAction: z.optional(z.string()),
  /** SCORM 2004: the course's activities with their rules, in the form that scorm-again takes as `sequencing`. */
  sequencing: z.optional(z.record(z.string(), z.unknown()).check(shallow)),
  sequencingState: z.optional(sequencingState),
  /** The package's files by their path below `base`; absent if there are more than 5000. Bytes. */
  files: z.optional(z.array(z.object({ path: z.string(), bytes: z.number() }))),
  /** Names those files: another import has another. */
  content: z.optional(z.string()),
})
export type CourseLaunch = z.infer<typeof courseLaunch>

/** What texts of courses are asked for with, and a text (spec 2 §7). */
export const courseTextsBody = z.object({
  orgID: z.coerce.number<number>().check(z.int()),
  langID: z.coerce.number<number>().check(z.int()),
  iDs: z.array(z.coerce.number<number>().check(z.int())).check(z.maxLength(2000)),
})
export const courseText = z.object({ id: z.number(), text: z.string() })

/** The number of a SCO attempt, as an address or a body gives it. */
export const attemptNumber = z.coerce.number<number>().check(z.int(), z.positive(), z.maximum(2 ** 52))
