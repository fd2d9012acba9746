import * as z from 'zod/mini'
import { courseElement, courseLaunch, sequencingState } from './entities/course.ts'
import { text } from './entities/fields.ts'

export { type CourseElement, largestCourseState, longestCourseValue } from './entities/course.ts'

/** Elements of one SCO that are taken. */
export const mostCourseElements = 20_000

const data = z.array(courseElement).check(z.maxLength(mostCourseElements))
const state = { data, sequencingState: z.optional(sequencingState) }

/** All that a SCO has set, as it stands. */
export const courseState = z.object(state)
export type CourseState = z.infer<typeof courseState>

/**
 * What the host of a SCO, on the origin of the courses, tells the page around it (spec 2 §4): that it is there, what the SCO has set,
 * the same when the SCO has ended, and that it is over, with the activity that the course's sequencing wants next.
 */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('playerReady') }),
  z.object({ type: z.literal('saveData'), ...state }),
  z.object({ type: z.literal('saveDataClose'), ...state }),
  z.object({ type: z.literal('close'), next: z.optional(text(4000)) }),
])
export type HostMessage = z.infer<typeof hostMessage>

/** What a SCO is opened with. */
export const courseParameters = z.object({
  learner: z.object({ id: text(255), name: text(250) }),
  /** Of the page, as its `lang` says. */
  language: text(35),
  data,
  launch: courseLaunch,
})
export type CourseParameters = z.infer<typeof courseParameters>

/** What the page tells the host: what to open, and that the learner closes it. */
export const pageMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('setParameters'), parameters: courseParameters }),
  z.object({ type: z.literal('close') }),
])
export type PageMessage = z.infer<typeof pageMessage>
