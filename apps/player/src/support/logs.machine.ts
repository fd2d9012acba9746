import { assign, fromPromise, setup } from 'xstate'
import type { KeptLog } from './activity-logs.ts'

/** Milliseconds between two looks whether this browser's logs can be read yet (spec 3 §2). */
export const logCheckMs = 500

export interface LogsSteps {
  /** Whether the browser's store has opened. */
  isReady(): Promise<boolean>
  read(): Promise<readonly KeptLog[]>
  /** Sends all of a log; throws where any of it was not acknowledged. What was not is still kept. */
  upload(log: KeptLog): Promise<void>
  remove(log: KeptLog): Promise<void>
}

/** Message ids of how the latest action ended. */
export type LogsNotice = 'logs.uploaded' | 'logs.uploadFailed' | 'logs.deleted' | 'logs.deleteFailed'

interface Context {
  readonly steps: LogsSteps
  readonly logs: readonly KeptLog[]
  /** The log that is uploaded, or that might be deleted. */
  readonly chosen: KeptLog | undefined
  readonly notice: LogsNotice | undefined
}

const chosenOf = ({ chosen }: Context): KeptLog => {
  if (chosen === undefined) throw new Error('No log was chosen')
  return chosen
}

/** The activity logs that this browser keeps, and what an administrator does to one. */
export const logsMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { steps: LogsSteps },
    events: {} as
      | { type: 'upload'; log: KeptLog }
      | { type: 'delete'; log: KeptLog }
      | { type: 'confirmed' }
      | { type: 'cancelled' }
      | { type: 'retry' },
  },
  actors: {
    check: fromPromise<boolean, Context>(({ input }) => input.steps.isReady()),
    read: fromPromise<readonly KeptLog[], Context>(({ input }) => input.steps.read()),
    upload: fromPromise<void, Context>(({ input }) => input.steps.upload(chosenOf(input))),
    remove: fromPromise<void, Context>(({ input }) => input.steps.remove(chosenOf(input))),
  },
  delays: { logCheckMs },
}).createMachine({
  id: 'logs',
  context: ({ input }) => ({ steps: input.steps, logs: [], chosen: undefined, notice: undefined }),
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'check',
        input: ({ context }) => context,
        onDone: [{ guard: ({ event }) => event.output, target: 'reading' }, { target: 'not_ready' }],
        onError: 'not_ready',
      },
    },
    not_ready: { after: { logCheckMs: 'checking' } },
    reading: {
      invoke: {
        src: 'read',
        input: ({ context }) => context,
        onDone: { target: 'shown', actions: assign({ logs: ({ event }) => event.output, chosen: undefined }) },
        onError: 'failed',
      },
    },
    failed: { on: { retry: 'checking' } },
    shown: {
      on: {
        upload: { target: 'uploading', actions: assign({ chosen: ({ event }) => event.log, notice: undefined }) },
        delete: { target: 'confirming', actions: assign({ chosen: ({ event }) => event.log, notice: undefined }) },
      },
    },
    uploading: {
      invoke: {
        src: 'upload',
        input: ({ context }) => context,
        onDone: { target: 'reading', actions: assign({ notice: 'logs.uploaded' as const }) },
        // Read again: a part of it may have got through.
        onError: { target: 'reading', actions: assign({ notice: 'logs.uploadFailed' as const }) },
      },
    },
    confirming: {
      on: { confirmed: 'deleting', cancelled: { target: 'shown', actions: assign({ chosen: undefined }) } },
    },
    deleting: {
      invoke: {
        src: 'remove',
        input: ({ context }) => context,
        onDone: { target: 'reading', actions: assign({ notice: 'logs.deleted' as const }) },
        onError: { target: 'reading', actions: assign({ notice: 'logs.deleteFailed' as const }) },
      },
    },
  },
})
