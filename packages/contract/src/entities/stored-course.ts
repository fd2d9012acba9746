import * as z from 'zod/mini'
import { courseElement, courseLaunch, sequencingState } from './course.ts'
import { shallow } from './fields.ts'
import { courseAttempt } from './schedule.ts'

const measure = z.optional(z.number())

/** How a SCO stands, with all by which it is launched and judged: see `course-run.ts` of the package `exam`. */
export const storedSco = z.object({
  attemptId: z.number(),
  launch: z.omit(courseLaunch, {
    ...{ entry: true, mode: true, sequencing: true, sequencingState: true, files: true, content: true },
  }),
  prerequisites: z.optional(z.string()),
  completionSetByContent: z.optional(z.boolean()),
  objectiveSetByContent: z.optional(z.boolean()),
  status: z.literal([0, 1, 2, 3]),
  data: z.array(courseElement),
  outcome: z.object({
    completion: z.enum(['completed', 'incomplete', 'unknown']),
    success: z.enum(['passed', 'failed', 'unknown']),
    measure,
    progress: measure,
  }),
  number: z.number(),
  opened: z.number(),
  overFrom: z.optional(z.number()),
  hasEnded: z.boolean(),
  isSaved: z.boolean(),
  attempts: z.number(),
})

/** A course of SCORM with what a device needs to open its SCOs without the server, and to know what they come to. */
export const storedCourse = z.object({
  courseAttempt,
  standard: z.enum(['1.2', '2004']),
  /** Names the course's files: another import has another. */
  content: z.string(),
  /** The files by their path; absent if there are too many to be kept. Bytes. */
  files: courseLaunch.shape.files,
  sequencing: z.optional(z.record(z.string(), z.unknown()).check(shallow)),
  sequencingState: z.optional(sequencingState),
  /** Its SCOs may be opened in any order. */
  isFree: z.optional(z.boolean()),
  /** How often each activity that holds others was begun. */
  clusterAttempts: z.array(z.tuple([z.string(), z.number()])),
  scos: z.array(storedSco),
  /** The server's clock, in milliseconds since 1970. */
  nowMs: z.number(),
})
export type StoredCourse = z.infer<typeof storedCourse>
