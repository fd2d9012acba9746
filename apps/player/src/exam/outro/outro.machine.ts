import { assign, fromPromise, setup } from 'xstate'
import type { ExamResult } from './exam-result.ts'

/** The steps after an exam. Each throws where the way can't go on. */
export interface OutroSteps {
  /** Resolves once the activity log is saved, could not be saved, or took too long: the way goes on in each case. */
  finishActivityLogger(): Promise<void>
  closeIntegrityAdvocate(): Promise<void>
  /** Resolves once the server has acknowledged the completion; while it can't be reached, that takes until it can. */
  completeExam(): Promise<void>
  fetchResult(): Promise<ExamResult>
}

/** Milliseconds between two requests for a result that isn't marked yet (spec 3 §4). */
export const pollIntervalMs = 10_000
/** Requests for the result after the first one. */
export const maxRetries = 6

interface Context {
  readonly steps: OutroSteps
  readonly result: ExamResult | undefined
  readonly retries: number
  readonly details: string
}

/** Any error leads to the network-error screen, with what failed for people who help. */
const failed = { actions: 'keepDetails', target: 'network_error' } as const

/** What follows a finished exam, its states spelled as spec 3 §4 has them. */
export const outroMachine = setup({
  types: { context: {} as Context, input: {} as { steps: OutroSteps } },
  actors: {
    finishActivityLogger: fromPromise<void, OutroSteps>(({ input }) => input.finishActivityLogger()),
    closeIntegrityAdvocate: fromPromise<void, OutroSteps>(({ input }) => input.closeIntegrityAdvocate()),
    completeExam: fromPromise<void, OutroSteps>(({ input }) => input.completeExam()),
    fetchResult: fromPromise<ExamResult, OutroSteps>(({ input }) => input.fetchResult()),
  },
  actions: {
    keepDetails: assign({
      details: ({ event }) => ('error' in event && event.error instanceof Error ? event.error.message : 'unknown'),
    }),
  },
  delays: { pollInterval: pollIntervalMs },
}).createMachine({
  id: 'outro',
  context: ({ input }) => ({ steps: input.steps, result: undefined, retries: 0, details: '' }),
  initial: 'finishing_activity_logger',
  states: {
    finishing_activity_logger: {
      invoke: {
        src: 'finishActivityLogger',
        input: ({ context }) => context.steps,
        onDone: 'closing_integrity_advocate',
        onError: failed,
      },
    },
    closing_integrity_advocate: {
      invoke: {
        src: 'closeIntegrityAdvocate',
        input: ({ context }) => context.steps,
        onDone: 'completing_exam',
        onError: failed,
      },
    },
    completing_exam: {
      invoke: { src: 'completeExam', input: ({ context }) => context.steps, onDone: 'fetching_results', onError: failed },
    },
    fetching_results: {
      initial: 'requesting',
      states: {
        requesting: {
          invoke: {
            src: 'fetchResult',
            input: ({ context }) => context.steps,
            onDone: [
              {
                guard: ({ event }) => !event.output.resultStillBeingProcessed,
                actions: assign({ result: ({ event }) => event.output }),
                target: '#outro.displaying_outro',
              },
              {
                guard: ({ context }) => context.retries < maxRetries,
                actions: assign({ retries: ({ context }) => context.retries + 1, result: ({ event }) => event.output }),
                target: 'waiting',
              },
              { actions: assign({ result: ({ event }) => event.output }), target: '#outro.displaying_outro' },
            ],
            onError: { ...failed, target: '#outro.network_error' },
          },
        },
        waiting: { after: { pollInterval: 'requesting' } },
      },
    },
    displaying_outro: { type: 'final' },
    network_error: { type: 'final' },
  },
})
