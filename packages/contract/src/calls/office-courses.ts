import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber, text } from '../entities/fields.ts'
import {
  courseAttemptRow,
  courseAttemptState,
  courseChangePreview,
  courseProgressStates,
  courseRow,
  courseTargets,
  officeCourseState,
  resetReason,
} from '../entities/office-courses.ts'

/** The position at which a list continues: the cursor of an earlier page. */
const cursor = z.optional(text(2000))

const search = z.optional(text(200))

/** Rows of one page: 50, if it is missing. */
const limit = z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)))

const paging = {
  /** The cursor of the next page; missing on the last one. */
  next: z.optional(z.string()),
  /** How many there are in all; on the first page alone. */
  total: z.optional(z.number()),
  /** When this was read, as ISO 8601. */
  asOf: z.string(),
}

/**
 * Courses of the organisation, a page at a time. Without a cursor from the start, with `total`. `search`: words of which each is in the name of the
 * newest version; capitals and accents don't count. Whoever has a role in groups sees how many people of those have each course.
 */
export const officeCourses = defineCall({
  name: 'officeCourses',
  summary: 'List courses',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/courses',
  access: { permission: 'courses.read', scope: 'places' },
  office: 'named',
  query: z.object({
    search,
    /** By name if it is missing; `newest`: by when the newest version was stored, the latest first. */
    sort: z.optional(z.enum(['name', 'newest'])),
    cursor,
    limit,
  }),
  reply: z.object({ courses: z.array(courseRow), ...paging }),
  refusals: [],
})

/** One course with its versions. */
export const officeCourse = defineCall({
  name: 'officeCourse',
  summary: 'Show a course',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/courses/course',
  access: { permission: 'courses.read', scope: 'places' },
  office: 'named',
  query: z.object({ courseGuid: guid }),
  reply: z.object({ course: officeCourseState, asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})

/**
 * Who has a course, by name, a page at a time, with what they have come to: the people whom the caller may see and whose courses they may read. Nobody
 * for callers who may see no people.
 */
export const officeCoursePeople = defineCall({
  name: 'officeCoursePeople',
  summary: 'List the people who have a course',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/courses/people',
  access: { permission: 'courses.read', scope: 'places' },
  office: 'named',
  query: z.object({
    courseGuid: guid,
    /** Words of which each is in a person's names, username, identifier or e-mail. */
    search,
    /** Those of one state alone; all if it is missing. */
    state: z.optional(z.enum(courseProgressStates)),
    cursor,
    limit,
  }),
  reply: z.object({ people: z.array(courseAttemptRow), ...paging }),
  refusals: ['NOT_FOUND'],
})

/**
 * The progress of one person in a course, unit by unit, with its resets. A person may have been given a course more than once.
 */
export const officeCourseProgress = defineCall({
  name: 'officeCourseProgress',
  summary: "Show a person's progress in a course",
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/courses/progress',
  access: { permission: 'courses.read', scope: ['userID'] },
  office: 'named',
  query: z.object({ courseGuid: guid, userID: queryNumber }),
  reply: z.object({
    courseGuid: guid,
    name: z.string(),
    /** The latest that was given first. */
    attempts: z.array(courseAttemptState),
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * What giving a course to people would do to each of them, or taking it away. Nothing changes yet. INVALID_REQUEST names `body.groupIDs` if there are
 * more than 5,000 people, or more than 50,000 units to give.
 */
export const officePreviewCourse = defineCall({
  name: 'officePreviewCourse',
  summary: 'Preview giving or taking a course',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/courses/preview',
  access: { permission: 'courses.write', scope: 'places' },
  office: 'named',
  body: z.object(courseTargets),
  reply: courseChangePreview,
  refusals: ['NOT_FOUND'],
})

/**
 * Gives a course to people or takes it away, as `officePreviewCourse` showed: whoever is refused stays as they are. `changed`: whom the opposite action
 * takes it back for. CHANGED_MEANWHILE: the preview with this hash holds no more; `current` is the new one, as `courseChangePreview`.
 */
export const officeChangeCourse = defineCall({
  name: 'officeChangeCourse',
  summary: 'Give a course to people, or take it away',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/courses/change',
  access: { permission: 'courses.write', scope: 'places' },
  office: 'named',
  body: z.object({ ...courseTargets, hash: text(100) }),
  reply: z.object({ changed: z.array(z.number()), totals: courseChangePreview.shape.totals }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})

/**
 * Resets what a person has come to in a course: it becomes void and stays on record, and they begin again. `state` and `resets` are those that the
 * caller was shown; if they are not so any more, CHANGED_MEANWHILE has `current` as `courseAttemptRow`. The same again changes nothing.
 */
export const officeResetCourse = defineCall({
  name: 'officeResetCourse',
  summary: "Reset a person's progress in a course",
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/courses/reset',
  access: { permission: 'courses.write', scope: ['userID'] },
  office: 'named',
  body: z.object({
    userID: z.number().check(z.int()),
    attemptGuid: guid,
    state: z.enum(['started', 'completed', 'failed']),
    resets: z.number().check(z.int(), z.nonnegative()),
    reason: resetReason,
  }),
  reply: z.object({ attempt: courseAttemptRow }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})
