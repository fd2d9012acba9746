import { assign, fromPromise, setup } from 'xstate'

/** The work of each step of the way to the provider. Each throws an error if the way can't continue. */
export interface RedirectSteps {
  isScheduleCompleted(): Promise<boolean>
  canScheduleStart(): Promise<{ readonly canStart: boolean; readonly message: string }>
  /** Asks for the launch address, and goes there; answers only if the schedule was completed meanwhile. */
  redirectToProctorio(): Promise<'completed'>
}

const cannot = '#redirect.cant_redirect'

/** The way from the assessments to the provider, with the states of spec 1 §4. */
export const proctoringRedirectMachine = setup({
  types: {
    context: {} as { steps: RedirectSteps; message: string },
    input: {} as { steps: RedirectSteps },
  },
  actors: {
    isScheduleCompleted: fromPromise<boolean, RedirectSteps>(({ input }) => input.isScheduleCompleted()),
    canScheduleStart: fromPromise<{ canStart: boolean; message: string }, RedirectSteps>(({ input }) =>
      input.canScheduleStart(),
    ),
    redirectToProctorio: fromPromise<'completed', RedirectSteps>(({ input }) => input.redirectToProctorio()),
  },
}).createMachine({
  id: 'redirect',
  context: ({ input }) => ({ steps: input.steps, message: '' }),
  initial: 'checking_schedule_completion',
  states: {
    checking_schedule_completion: {
      invoke: {
        src: 'isScheduleCompleted',
        input: ({ context }) => context.steps,
        onDone: [
          { guard: ({ event }) => event.output, target: 'schedule_already_completed' },
          { target: 'checking_schedule_can_start' },
        ],
        onError: cannot,
      },
    },
    schedule_already_completed: { type: 'final' },
    checking_schedule_can_start: {
      invoke: {
        src: 'canScheduleStart',
        input: ({ context }) => context.steps,
        onDone: [
          { guard: ({ event }) => event.output.canStart, target: 'redirect_to_proctorio' },
          { target: 'schedule_cant_start', actions: assign({ message: ({ event }) => event.output.message }) },
        ],
        onError: cannot,
      },
    },
    schedule_cant_start: { type: 'final' },
    redirect_to_proctorio: {
      invoke: {
        src: 'redirectToProctorio',
        input: ({ context }) => context.steps,
        onDone: 'schedule_already_completed',
        onError: cannot,
      },
    },
    cant_redirect: { type: 'final' },
  },
})
