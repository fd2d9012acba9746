import type { CourseAttempt, Schedule } from '@sitwell/contract'
import { assign, fromPromise, setup } from 'xstate'

export interface Work {
  readonly assessments: readonly Schedule[]
  readonly courses: readonly CourseAttempt[]
  readonly isStaff?: boolean | undefined
}

/**
 * Forgets the old schedules, and fetches; throws an error if they don't come, undefined where what is shown has to stay. `isQuiet`: nobody
 * waits for it.
 */
export interface SchedulesSteps {
  clear(): void
  fetch(isQuiet: boolean): Promise<Work | undefined>
}

/** The schedules page (spec 2 §4). */
export const schedulesMachine = setup({
  types: {
    context: {} as { steps: SchedulesSteps; work: Work; problem: string },
    input: {} as { steps: SchedulesSteps },
    /** `changed`: what was fetched before is known to be old. */
    events: {} as { type: 'refresh' | 'look' | 'changed' },
  },
  actors: {
    // One actor, because a machine's entry actions may run after its first invocation has started.
    clearAndFetch: fromPromise<Work | undefined, SchedulesSteps>(({ input }) => {
      input.clear()
      return input.fetch(false)
    }),
    fetchQuietly: fromPromise<Work | undefined, SchedulesSteps>(({ input }) => input.fetch(true)),
  },
}).createMachine({
  id: 'schedules',
  context: ({ input }) => ({ steps: input.steps, work: { assessments: [], courses: [] }, problem: '' }),
  initial: 'initializing',
  states: {
    initializing: {
      invoke: {
        src: 'clearAndFetch',
        input: ({ context }) => context.steps,
        onDone: { target: 'displaying', actions: assign({ work: ({ event, context }) => event.output ?? context.work }) },
        onError: {
          target: 'schedule_initialization_error',
          actions: assign({
            problem: ({ event }) => (event.error instanceof Error ? event.error.message : String(event.error)),
          }),
        },
      },
      on: { changed: { target: 'initializing', reenter: true } },
    },
    displaying: { on: { refresh: 'initializing', look: 'looking', changed: 'looking' } },
    // What staff change meanwhile comes by itself; if it doesn't come, what is shown stays.
    looking: {
      invoke: {
        src: 'fetchQuietly',
        input: ({ context }) => context.steps,
        onDone: { target: 'displaying', actions: assign({ work: ({ event, context }) => event.output ?? context.work }) },
        onError: 'displaying',
      },
      on: { refresh: 'initializing', changed: { target: 'looking', reenter: true } },
    },
    schedule_initialization_error: { on: { refresh: 'initializing' } },
  },
})
