import type { Attempt } from '@sitwell/contract'
import { assign, fromPromise, setup } from 'xstate'
import type { ExamResult } from './exam-result.ts'

/** The attempts at an exam that may be looked at, and how many more there were once. */
export interface Attempts {
  readonly attempts: readonly Attempt[]
  readonly over: number
}

/** What the page asks the server. Each throws an error if the server can't be reached. */
export interface ResultPageSteps {
  fetchAttempts(): Promise<Attempts>
  /** Undefined if the organisation shows it no longer. */
  fetchResult(attempt: Attempt): Promise<ExamResult | undefined>
}

interface Context {
  readonly steps: ResultPageSteps
  /** The attempt that the address names; the last one where it names none that may be looked at. */
  readonly wanted: string | undefined
  readonly attempts: readonly Attempt[]
  readonly over: number
  readonly result: ExamResult | undefined
  readonly details: string
}

type Events = { type: 'CHOOSE'; formRunGuid: string | undefined } | { type: 'AGAIN' }

/** The attempt that the page shows. */
export const chosenAttempt = ({ attempts, wanted }: Pick<Context, 'attempts' | 'wanted'>): Attempt | undefined =>
  attempts.find(({ formRunGuid }) => formRunGuid === wanted) ?? attempts.at(-1)

const known = (attempt: Attempt | undefined): Attempt => {
  if (!attempt) throw new Error('There is no attempt to ask the result of')
  return attempt
}

const failed = { actions: 'keepDetails', target: '#resultPage.failed' } as const

/** The page of a completed exam that is reached from the schedules: which attempts there are, and what one of them came to. */
export const resultPageMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as Pick<Context, 'steps' | 'wanted'>,
  },
  actors: {
    fetchAttempts: fromPromise<Attempts, ResultPageSteps>(({ input }) => input.fetchAttempts()),
    fetchResult: fromPromise<ExamResult | undefined, Context>(({ input }) =>
      input.steps.fetchResult(known(chosenAttempt(input))),
    ),
  },
  actions: {
    keepDetails: assign({
      details: ({ event }) => ('error' in event && event.error instanceof Error ? event.error.message : 'unknown'),
    }),
  },
}).createMachine({
  id: 'resultPage',
  context: ({ input }) => ({ ...input, attempts: [], over: 0, result: undefined, details: '' }),
  initial: 'fetching_attempts',
  on: {
    CHOOSE: [
      {
        guard: ({ context, event }) => chosenAttempt({ ...context, wanted: event.formRunGuid }) !== chosenAttempt(context),
        actions: assign({ wanted: ({ event }) => event.formRunGuid, result: undefined }),
        target: '.fetching_attempts',
      },
      { actions: assign({ wanted: ({ event }) => event.formRunGuid }) },
    ],
    AGAIN: '.fetching_attempts',
  },
  states: {
    fetching_attempts: {
      invoke: {
        src: 'fetchAttempts',
        input: ({ context }) => context.steps,
        onDone: [
          {
            guard: ({ event }) => event.output.attempts.length > 0,
            actions: assign(({ event }) => event.output),
            target: 'fetching_result',
          },
          { actions: assign(({ event }) => event.output), target: 'nothing' },
        ],
        onError: failed,
      },
    },
    fetching_result: {
      invoke: {
        src: 'fetchResult',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output !== undefined,
            actions: assign({ result: ({ event }) => event.output }),
            target: 'displaying',
          },
          { actions: assign({ over: ({ context }) => context.over + 1 }), target: 'nothing' },
        ],
        onError: failed,
      },
    },
    displaying: {},
    /** None was completed, or none may be looked at any more. */
    nothing: {},
    failed: {},
  },
})
