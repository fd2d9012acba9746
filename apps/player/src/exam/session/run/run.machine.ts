import { assign, fromPromise, setup } from 'xstate'
import type { PausedBy } from '../../../sync/time/sitting-time.ts'

/** What the run of an exam stands on. */
export interface RunSteps {
  isCompleted(): Promise<boolean>
  /** Throws an error if the exam can't be started. */
  start(): Promise<void>
}

interface Context {
  readonly steps: RunSteps
  readonly pausedBy: PausedBy | undefined
  readonly details: string
}

type Events =
  | { type: 'TOGGLE_INSTRUCTIONS' }
  | { type: 'PAUSE'; by: PausedBy }
  /** Whoever paused it lets it continue. */
  | { type: 'PAUSE_ENDED' }
  | { type: 'UNPAUSE' }
  | { type: 'ERROR'; details: string }

const failed = { actions: 'keepDetails', target: 'network_error' } as const
const pausing = { actions: 'keepWhoPaused' } as const

const detailsOf = (event: object) => {
  if ('details' in event) return String(event.details)
  return 'error' in event && event.error instanceof Error ? event.error.message : 'unknown'
}

/**
 * The run of an exam (spec 3 §4). A pause of an invigilator ends with a confirmation that the learner is back; while the time is
 * held for it, it continues by itself once that is over. A pause for want of the connection has been confirmed already, by the popup
 * that told of it.
 */
export const runMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { steps: RunSteps } },
  actors: {
    check: fromPromise<boolean, RunSteps>(({ input }) => input.isCompleted()),
    start: fromPromise<void, RunSteps>(({ input }) => input.start()),
  },
  actions: {
    keepDetails: assign({ details: ({ event }) => detailsOf(event) }),
    keepWhoPaused: assign({ pausedBy: ({ event, context }) => (event.type === 'PAUSE' ? event.by : context.pausedBy) }),
  },
  guards: {
    isByConnection: ({ context }) => context.pausedBy === 'connection',
    wasOffered: ({ context }) => context.pausedBy === 'offer',
    isOffer: ({ event }) => event.type === 'PAUSE' && event.by === 'offer',
  },
}).createMachine({
  id: 'run',
  context: ({ input }) => ({ steps: input.steps, pausedBy: undefined, details: '' }),
  initial: 'checking_if_schedule_completed',
  states: {
    checking_if_schedule_completed: {
      invoke: {
        src: 'check',
        input: ({ context }) => context.steps,
        onDone: [{ guard: ({ event }) => event.output, target: 'schedule_already_complete' }, 'starting_exam'],
        onError: failed,
      },
    },
    schedule_already_complete: { type: 'final' },
    starting_exam: {
      invoke: {
        src: 'start',
        input: ({ context }) => context.steps,
        onDone: 'exam_running',
        onError: failed,
      },
    },
    exam_running: {
      initial: 'showing_questions',
      on: {
        PAUSE: [
          { ...pausing, guard: 'isOffer', target: 'exam_paused.confirm_resume' },
          { ...pausing, target: 'exam_paused' },
        ],
        ERROR: failed,
      },
      states: {
        showing_questions: { on: { TOGGLE_INSTRUCTIONS: 'showing_instructions' } },
        showing_instructions: { on: { TOGGLE_INSTRUCTIONS: 'showing_questions' } },
        /** What showed before a pause. */
        as_before: { type: 'history' },
      },
    },
    exam_paused: {
      initial: 'paused',
      on: {
        PAUSE: [
          { ...pausing, guard: 'isOffer', target: '.confirm_resume' },
          { ...pausing, target: '.paused' },
        ],
        ERROR: failed,
      },
      states: {
        paused: { on: { PAUSE_ENDED: [{ guard: 'isByConnection', target: '#run.exam_running.as_before' }, 'confirm_resume'] } },
        confirm_resume: {
          on: {
            UNPAUSE: '#run.exam_running.as_before',
            PAUSE_ENDED: { guard: 'wasOffered', target: '#run.exam_running.as_before' },
          },
        },
      },
    },
    network_error: {},
  },
})
