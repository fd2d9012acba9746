import { assign, fromCallback, fromPromise, setup } from 'xstate'
import { ExamFailure } from '../../content/exam-failure.ts'
import type { ExamResult } from './exam-result.ts'
import { ResultsOver } from './fetch-result.ts'
import type { DownloadableResults, Fetched, OutroSteps } from './outro-steps.ts'

/** Milliseconds between two requests for a result that isn't marked yet (spec 3 §4). */
export const pollIntervalMs = 10_000
/** Requests for the result after the first one, those that a server which is away didn't answer among them. */
export const maxRetries = 6

interface Context {
  readonly steps: OutroSteps
  readonly result: ExamResult | undefined
  readonly retries: number
  readonly details: string
  /** Of the results' download, in percent. */
  readonly progress: number
  readonly download: DownloadableResults | undefined
}

type Events =
  /** The learner doesn't wait for the result any longer. */
  | { type: 'STOP_WAITING' }
  | { type: 'PROGRESS'; percent: number }
  | { type: 'RESULT_DOWNLOADED'; download: DownloadableResults }
  | { type: 'DOWNLOAD_BROKEN'; error: unknown }

/** Any error leads to the network-error screen, with what failed for people who help. */
const failed = { actions: 'keepDetails', target: '#outro.network_error' } as const

const isUnreachable = (error: unknown) => error instanceof ExamFailure && error.isUnreachable

/** Whether another request would bring nothing new: it is marked, or waits for somebody to confirm it. */
const isLastWord = ({ resultStillBeingProcessed, isAwaitingRelease }: ExamResult) =>
  !resultStillBeingProcessed || isAwaitingRelease === true

const resultOf = (fetched: Fetched) => fetched.result

/** What follows a finished exam, its states spelled as spec 3 §4 has them. */
export const outroMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { steps: OutroSteps } },
  actors: {
    finishActivityLogger: fromPromise<void, OutroSteps>(({ input }) => input.finishActivityLogger()),
    closeIntegrityAdvocate: fromPromise<void, OutroSteps>(({ input }) => input.closeIntegrityAdvocate()),
    completeExam: fromPromise<'completed' | 'time-left', OutroSteps>(({ input }) => input.completeExam()),
    fetchResults: fromPromise<Fetched, OutroSteps>(({ input }) => input.fetchResults()),
    downloadResults: fromCallback<Events, OutroSteps>(({ input, sendBack }) => {
      const download = async () => {
        if (!input.downloadResults) throw new Error('Results were to be downloaded, and nothing downloads them')
        return input.downloadResults((percent) => sendBack({ type: 'PROGRESS', percent }))
      }
      download()
        .then((found) => sendBack({ type: 'RESULT_DOWNLOADED', download: found }))
        .catch((error: unknown) => sendBack({ type: 'DOWNLOAD_BROKEN', error }))
    }),
  },
  actions: {
    keepDetails: assign({
      details: ({ event }) => ('error' in event && event.error instanceof Error ? event.error.message : 'unknown'),
    }),
  },
  delays: { pollInterval: pollIntervalMs },
}).createMachine({
  id: 'outro',
  context: ({ input }) => ({
    steps: input.steps,
    result: undefined,
    retries: 0,
    details: '',
    progress: 0,
    download: undefined,
  }),
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
      invoke: {
        src: 'completeExam',
        input: ({ context }) => context.steps,
        onDone: [{ guard: ({ event }) => event.output === 'time-left', target: 'time_left' }, 'fetching_results'],
        onError: failed,
      },
    },
    fetching_results: {
      initial: 'requesting',
      on: { STOP_WAITING: { guard: ({ context }) => context.result !== undefined, target: 'displaying_outro' } },
      states: {
        requesting: {
          invoke: {
            src: 'fetchResults',
            input: ({ context }) => context.steps,
            onDone: [
              {
                guard: ({ event }) => event.output.kind === 'completion' && event.output.completed,
                actions: assign({ result: ({ event }) => resultOf(event.output) }),
                target: '#outro.downloading_results',
              },
              {
                guard: ({ event: { output } }) => output.kind === 'result' && isLastWord(output.result),
                actions: assign({ result: ({ event }) => resultOf(event.output) }),
                target: '#outro.displaying_outro',
              },
              {
                guard: ({ context }) => context.retries < maxRetries,
                actions: assign({
                  retries: ({ context }) => context.retries + 1,
                  result: ({ event }) => resultOf(event.output),
                }),
                target: 'waiting',
              },
              { actions: assign({ result: ({ event }) => resultOf(event.output) }), target: '#outro.displaying_outro' },
            ],
            onError: [
              { guard: ({ event }) => event.error instanceof ResultsOver, target: '#outro.result_over' },
              {
                guard: ({ context, event }) => isUnreachable(event.error) && context.retries < maxRetries,
                actions: assign({ retries: ({ context }) => context.retries + 1 }),
                target: 'waiting',
              },
              failed,
            ],
          },
        },
        waiting: { after: { pollInterval: 'requesting' } },
      },
    },
    downloading_results: {
      invoke: { src: 'downloadResults', input: ({ context }) => context.steps },
      on: {
        PROGRESS: { actions: assign({ progress: ({ event }) => event.percent }) },
        RESULT_DOWNLOADED: { actions: assign({ download: ({ event }) => event.download }), target: 'displaying_outro' },
        DOWNLOAD_BROKEN: failed,
      },
    },
    /** The exam is open again. */
    time_left: { type: 'final' },
    displaying_outro: { type: 'final' },
    /** The organisation shows it no longer. */
    result_over: { type: 'final' },
    network_error: { type: 'final' },
  },
})
