import { assign, fromPromise, setup } from 'xstate'
import type { StoredLog } from './activity-logs.ts'
import type { RunOnlyHere } from './only-here.ts'
import type { Aside, AsideEntry } from './set-aside.ts'

/** Milliseconds between two looks whether this browser's logs can be read yet (spec 3 §2). */
export const logCheckMs = 500

export interface LogsSteps {
  /** Whether the browser's store has opened. */
  isReady(): Promise<boolean>
  read(): Promise<readonly StoredLog[]>
  readAside(): Promise<Aside>
  readOnlyHere(): Promise<readonly RunOnlyHere[]>
  /** Gives a learner's answers to the administrator as the file that is handed in; `about` says in it what it is. */
  saveHandIn(run: RunOnlyHere, about: string): Promise<void>
  /** Gives all of it to the administrator as a file. */
  exportAll(): Promise<void>
  /** Gives a learner's file that was set aside to the administrator; throws an error if it is gone. */
  saveAside(file: AsideEntry): Promise<void>
  /** Sends all of a log; throws an error if any of it was not acknowledged. What was not is still kept. */
  upload(log: StoredLog): Promise<void>
  remove(log: StoredLog): Promise<void>
}

/** Message ids of how the latest action ended. */
export type LogsNotice =
  | 'logs.uploaded'
  | 'logs.uploadFailed'
  | 'logs.deleted'
  | 'logs.deleteFailed'
  | 'logs.exported'
  | 'logs.exportFailed'
  | 'logs.fileSaved'
  | 'logs.fileFailed'
  | 'onlyHere.saved'
  | 'onlyHere.failed'

interface Context {
  readonly steps: LogsSteps
  readonly logs: readonly StoredLog[]
  readonly aside: Aside
  readonly onlyHere: readonly RunOnlyHere[]
  /** Whose answers are given to the administrator, and what the file says of itself. */
  readonly handIn: { readonly run: RunOnlyHere; readonly about: string } | undefined
  /** The log that is uploaded, or that might be deleted. */
  readonly chosen: StoredLog | undefined
  /** The file that is given to the administrator. */
  readonly file: AsideEntry | undefined
  readonly notice: LogsNotice | undefined
}

const nothingAside: Aside = { entries: [], nobodys: 0 }

const chosenOf = ({ chosen }: Context): StoredLog => {
  if (chosen === undefined) throw new Error('No log was chosen')
  return chosen
}

/** The activity logs that this browser keeps, and what an administrator does to one. */
export const logsMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { steps: LogsSteps },
    events: {} as
      | { type: 'upload'; log: StoredLog }
      | { type: 'delete'; log: StoredLog }
      | { type: 'confirmed' }
      | { type: 'cancelled' }
      | { type: 'export' }
      | { type: 'save'; file: AsideEntry }
      | { type: 'handIn'; run: RunOnlyHere; about: string }
      | { type: 'retry' },
  },
  actors: {
    check: fromPromise<boolean, Context>(({ input }) => input.steps.isReady()),
    read: fromPromise<Pick<Context, 'logs' | 'aside' | 'onlyHere'>, Context>(async ({ input: { steps } }) => ({
      logs: await steps.read(),
      aside: await steps.readAside(),
      onlyHere: await steps.readOnlyHere(),
    })),
    saveHandIn: fromPromise<void, Context>(
      async ({ input: { steps, handIn } }) => handIn && steps.saveHandIn(handIn.run, handIn.about),
    ),
    saveAside: fromPromise<void, Context>(async ({ input: { steps, file } }) => file && steps.saveAside(file)),
    exportAll: fromPromise<void, Context>(({ input }) => input.steps.exportAll()),
    upload: fromPromise<void, Context>(({ input }) => input.steps.upload(chosenOf(input))),
    remove: fromPromise<void, Context>(({ input }) => input.steps.remove(chosenOf(input))),
  },
  delays: { logCheckMs },
}).createMachine({
  id: 'logs',
  context: ({ input }) => ({
    steps: input.steps,
    logs: [],
    aside: nothingAside,
    onlyHere: [],
    handIn: undefined,
    chosen: undefined,
    file: undefined,
    notice: undefined,
  }),
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
        onDone: {
          target: 'shown',
          actions: assign({
            logs: ({ event }) => event.output.logs,
            aside: ({ event }) => event.output.aside,
            onlyHere: ({ event }) => event.output.onlyHere,
            chosen: undefined,
          }),
        },
        onError: 'failed',
      },
    },
    failed: { on: { retry: 'checking' } },
    shown: {
      on: {
        upload: { target: 'uploading', actions: assign({ chosen: ({ event }) => event.log, notice: undefined }) },
        save: { target: 'saving', actions: assign({ file: ({ event }) => event.file, notice: undefined }) },
        handIn: { target: 'handingIn', actions: assign({ handIn: ({ event }) => event, notice: undefined }) },
        export: { target: 'exporting', actions: assign({ notice: undefined }) },
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
    exporting: {
      invoke: {
        src: 'exportAll',
        input: ({ context }) => context,
        onDone: { target: 'shown', actions: assign({ notice: 'logs.exported' as const }) },
        onError: { target: 'shown', actions: assign({ notice: 'logs.exportFailed' as const }) },
      },
    },
    saving: {
      invoke: {
        src: 'saveAside',
        input: ({ context }) => context,
        onDone: { target: 'shown', actions: assign({ notice: 'logs.fileSaved' as const }) },
        onError: { target: 'shown', actions: assign({ notice: 'logs.fileFailed' as const }) },
      },
    },
    handingIn: {
      invoke: {
        src: 'saveHandIn',
        input: ({ context }) => context,
        onDone: { target: 'shown', actions: assign({ notice: 'onlyHere.saved' as const }) },
        onError: { target: 'shown', actions: assign({ notice: 'onlyHere.failed' as const }) },
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
