import * as z from 'zod/mini'
import { courseElement, courseLaunch, sequencingState } from './entities/course.ts'
import { text } from './entities/fields.ts'

export { type CourseElement, largestCourseState, longestCourseValue } from './entities/course.ts'

/** Bytes of a course that is kept on a device while one of its SCOs is open: larger ones need the network. */
export const largestStoredBytes = 200_000_000

/** Elements of one SCO that are taken. */
export const mostCourseElements = 20_000

const data = z.array(courseElement).check(z.maxLength(mostCourseElements))
const state = { data, sequencingState: z.optional(sequencingState) }

/** All that a SCO has set, as it stands. */
export const courseState = z.object(state)
export type CourseState = z.infer<typeof courseState>

/** A place on the courses' origin, and 32 bytes in hexadecimal with which what stands there is sealed: everybody's courses share it. */
export const leftPlace = z.object({ id: z.uuid(), key: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })
export type LeftPlace = z.infer<typeof leftPlace>

/**
 * What the host of a SCO, on the origin of the courses, tells the page around it (spec 2 §4): that it is there, and again that all
 * files of the course are `kept`, so that it continues without a network, or that the SCO's page `failed` to load; what the SCO has set,
 * the same when the SCO has ended, and that it is over, with the activity that the course's sequencing wants next. `saveData` with no
 * element says that the learner is active, `saveDataClose` with none that the page was left and never began a session. Where `left` names an opening, the state is what the SCO set as its page went.
 */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('playerReady'), kept: z.optional(z.boolean()), failed: z.optional(z.boolean()) }),
  z.object({ type: z.literal('saveData'), ...state, left: z.optional(z.uuid()) }),
  z.object({ type: z.literal('saveDataClose'), ...state, left: z.optional(z.uuid()) }),
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
  /** For what the SCO sets as its page goes: the opening. */
  keep: z.optional(leftPlace),
  /** For the course's files. */
  offline: z.optional(leftPlace),
})
export type CourseParameters = z.infer<typeof courseParameters>

/**
 * What the page tells the host: what to open, and that the learner closes it; or of which openings it wants what is left, and that it
 * has that.
 */
export const pageMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setParameters'),
    parameters: z.optional(courseParameters),
    left: z.optional(z.array(leftPlace)),
  }),
  z.object({ type: z.literal('close') }),
])
export type PageMessage = z.infer<typeof pageMessage>
