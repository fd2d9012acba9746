import type { CourseAttempt } from '@sitwell/contract'
import { assign, fromPromise, setup } from 'xstate'

/** A course's status code for completed (spec 2 §3). */
const completed = 2

/** The learner's courses from the server; throws an error if they don't come. */
export type FetchCourses = (includeCompleted: boolean) => Promise<readonly CourseAttempt[]>

interface Context {
  readonly fetch: FetchCourses
  readonly courses: readonly CourseAttempt[]
  readonly includesCompleted: boolean
  readonly hasFailed: boolean
}

/** The list of courses: without the completed ones unless asked for, which the server is asked for then (spec 2 §2, §7). */
export const coursesMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { fetch: FetchCourses },
    events: {} as { type: 'include'; completed: boolean } | { type: 'loaded'; courses: readonly CourseAttempt[] },
  },
  actors: {
    fetch: fromPromise<readonly CourseAttempt[], Context>(({ input }) => input.fetch(input.includesCompleted)),
  },
}).createMachine({
  id: 'courses',
  context: ({ input }) => ({ fetch: input.fetch, courses: [], includesCompleted: false, hasFailed: false }),
  initial: 'shown',
  on: {
    include: { target: '.asking', actions: assign({ includesCompleted: ({ event }) => event.completed, hasFailed: false }) },
    // With the assessments come all of them.
    loaded: {
      target: '.shown',
      actions: assign(({ context, event }) => ({
        courses: event.courses.filter(({ Status }) => context.includesCompleted || Status !== completed),
        hasFailed: false,
      })),
    },
  },
  states: {
    shown: {},
    asking: {
      invoke: {
        src: 'fetch',
        input: ({ context }) => context,
        onDone: { target: 'shown', actions: assign({ courses: ({ event }) => event.output }) },
        onError: { target: 'shown', actions: assign({ hasFailed: true }) },
      },
    },
  },
})
